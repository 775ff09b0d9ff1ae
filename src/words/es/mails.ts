import type { OtherWords } from '../en/catalogue.ts';

export const mails = {
  linkBefore: '{label}:',
  reservation: {
    subjects: {
      placed: 'Tu reserva de {animal}',
      approved: '{shelter} ha aprobado tu adopción de {animal}',
      delivered: '{animal} ya tiene un hogar',
      cancelled: 'La reserva de {animal} se ha cancelado',
      expired: 'La reserva de {animal} ha terminado',
      returned: '{animal} está de vuelta en {shelter}',
    },
    texts: {
      placed: 'Tu reserva de {animal} vale hasta el {time}. {shelter} decidirá antes y recibirás otro correo.',
      approved: '{animal} te espera en {shelter}.',
      delivered: '{animal} ya está en casa contigo. {shelter} te desea muchos años felices con {animal}.',
      cancelled: 'Tu reserva de {animal} ya no es válida.',
      expired:
        'Nadie aprobó la reserva de {animal} antes del {time}, así que ya no es válida. Si todavía te gustaría adoptar a {animal}, escribe a {shelter}.',
      returned: '{animal} vuelve a estar al cuidado de {shelter}.',
    },
    withoutAnimal: {
      placed: 'Tu reserva',
      approved: '{shelter} ha aprobado tu adopción',
      delivered: 'Tu adopción se ha completado',
      cancelled: 'Tu reserva se ha cancelado',
      expired: 'Tu reserva ha terminado',
      returned: 'El animal está de vuelta en {shelter}',
    },
    visit: 'Te esperamos el {time}. La visita va adjunta, para que la añadas a tu calendario.',
    see: 'Ver tu reserva',
    cancelThere: 'Ahí también puedes cancelarla si cambian tus planes.',
    footnote:
      'Recibes este correo porque alguien reservó un animal en {site} con esta dirección. Si no fuiste tú, cancela la reserva o no hagas nada. Cualquiera que tenga el enlace puede ver y cancelar la reserva.',
  },
  application: {
    subjects: {
      submitted: '{shelter} ha recibido tu solicitud para adoptar a {animal}',
      declined: 'Tu solicitud para adoptar a {animal}',
      closed: '{animal} ya no busca hogar',
    },
    texts: {
      submitted:
        '{shelter} lee todas las solicitudes para adoptar a {animal} y recibirás otro correo cuando haya una decisión.',
      declined: 'Esta vez {shelter} no ha elegido tu solicitud para adoptar a {animal}. Gracias por tu interés.',
      closed: '{animal} ya no busca hogar, por eso {shelter} ha cerrado tu solicitud. Gracias por tu interés.',
    },
    withoutAnimal: {
      submitted: '{shelter} ha recibido tu solicitud',
      declined: 'Tu solicitud de adopción ({shelter})',
      closed: 'Tu solicitud de adopción está cerrada ({shelter})',
    },
    textsWithoutAnimal: {
      submitted: '{shelter} lee todas las solicitudes y recibirás otro correo cuando haya una decisión.',
      declined: 'Esta vez {shelter} no ha elegido tu solicitud. Gracias por tu interés.',
      closed:
        'El animal que querías adoptar ya no está en {shelter}, por eso tu solicitud está cerrada. Gracias por tu interés.',
    },
    see: 'Ver tu solicitud',
    changeThere: 'Ahí puedes cambiarla hasta que alguien empiece a leerla, o retirarla.',
    footnote:
      'Recibes este correo porque alguien envió una solicitud de adopción en {site} con esta dirección. Si no fuiste tú, retira la solicitud o no hagas nada. Cualquiera que tenga el enlace puede ver y retirar la solicitud.',
  },
  calendar: { visit: 'Visita a {animal} en {shelter}', call: '{shelter}: {phone}' },
  followUps: {
    afterThreeDays: {
      subject: '¿Qué tal los primeros días con {animal}?',
      text: `Hola, {name}:

{animal} llegó a tu casa el {day}. ¿Qué tal va todo?

Los primeros días, algunos animales están muy tranquilos y otros inquietos, y ambas cosas son normales. Si tienes alguna duda, escríbenos: conocemos a {animal} y te ayudaremos con mucho gusto.`,
    },
    afterThirtyDays: {
      subject: 'Un mes con {animal}',
      text: `Hola, {name}:

{animal} ya lleva un mes contigo. ¿Qué tal la vida en común? Nos encantaría saber de ti.

Si algo no es como esperabas, cuéntanoslo también: nunca es tarde para preguntar.`,
    },
    write: 'Escribir a {shelter}',
    footnote: 'Recibes este correo porque adoptaste a {animal} en {shelter} el {day}.',
    end: 'No recibir más correos como este',
  },
  alerts: {
    confirmSubject: '¿Quieres recibir correos sobre nuevos animales?',
    confirmText:
      'Alguien, seguramente tú, ha pedido a {writer} que avise a esta dirección cuando ciertos animales busquen un hogar. Confírmalo en un plazo de siete días:',
    confirm: 'Ver y confirmar',
    confirmFootnote:
      'Si no fuiste tú, no hagas nada: no se enviará nada más. En la misma página puedes rechazar estos correos.',
    foundOne: '{animal} busca un hogar',
    found: { one: '{count} animal busca un hogar', other: '{count} animales buscan un hogar' },
    meet: 'Conoce a {animal}',
    more: 'Hay más: ver todos',
    foundFootnote: 'Recibes este correo porque lo pediste.',
    renewOrEnd: 'Renovar o terminar estos correos',
  },
  answers: {
    fromShelter: 'Respuesta de {shelter}',
    fromShelterAbout: 'Respuesta de {shelter} sobre {animal}',
    fromOperators: 'Respuesta del equipo de {host}',
    fromOperatorsAbout: 'Respuesta del equipo de {host} sobre {animal}',
    operators: 'El equipo de {host}',
    footnote:
      'Recibes este correo porque alguien envió un mensaje en {site} con esta dirección. Si no fuiste tú, no hagas nada: no se enviará nada más.',
  },
} as const satisfies OtherWords['mails'];
