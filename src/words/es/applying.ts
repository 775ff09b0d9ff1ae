import type { OtherWords } from '../en/catalogue.ts';

/** With “tú”. */
export const applying = {
  apply: 'Solicitar adopción',
  applyFor: 'Solicitar la adopción de {animal}',
  several: {
    by: 'hasOrganization',
    true: 'Varias personas pueden enviar una solicitud y {organization} elige.',
    other: 'Varias personas pueden enviar una solicitud y el refugio elige.',
  },
  binding: 'Nada queda reservado. No cuesta nada y puedes retirar la solicitud cuando quieras.',
  nextStep: {
    by: 'hasOrganization',
    true: '{organization} lee todas las solicitudes y te escribirá cuando haya una decisión.',
    other: 'El refugio lee todas las solicitudes y te escribirá cuando haya una decisión.',
  },
  taken: 'Ya hay otra familia para {animal}. Si al final no sale bien, esta página lo mostrará al momento.',
  nowApply: 'El refugio acepta ahora solicitudes para {animal}. Se conserva lo que has escrito.',
  nowReserve: 'Ahora puedes reservar directamente a {animal}. Se conserva lo que has escrito.',
  soon: 'Llego pronto. Todavía no puedes solicitar mi adopción; en cuanto puedas, lo verás en esta página.',
  step: 'Solicitud',
  stepText:
    'Háblale de ti al refugio. Varias personas pueden solicitar la adopción del mismo animal y nada queda reservado. No cuesta nada y puedes retirar la solicitud cuando quieras.',
  stepEither: 'Reserva o solicitud',
  stepEitherText:
    'Algunos animales puedes reservarlos al momento. Para otros, varias personas pueden enviar una solicitud y el refugio elige.',
  yours: 'Tu solicitud',
  seeYours: 'Ver tu solicitud',
  none: 'Aquí no hay ninguna solicitud',
  noneWhy:
    'Puede que el enlace tenga un error o que haya caducado: los enlaces caducan un tiempo después de la decisión.',
  states: {
    submitted: {
      title: 'Solicitud enviada',
      text: {
        by: 'hasOrganization',
        true: 'Puedes cambiarla hasta que {organization} empiece a leerla.',
        other: 'Puedes cambiarla hasta que el refugio empiece a leerla.',
      },
    },
    in_review: {
      title: 'Están leyendo tu solicitud',
      text: {
        by: 'hasOrganization',
        true: '{organization} te escribirá cuando haya una decisión. Ya no puedes cambiar la solicitud.',
        other: 'El refugio te escribirá cuando haya una decisión. Ya no puedes cambiar la solicitud.',
      },
    },
    accepted: {
      title: 'Solicitud aceptada',
      text: {
        by: 'hasBoth',
        true: '{organization} ha elegido tu solicitud para adoptar a {animal}. Tu reserva muestra el estado actual.',
        other: 'El refugio ha elegido tu solicitud. Tu reserva muestra el estado actual.',
      },
    },
    declined: {
      title: 'Tu solicitud no ha sido aceptada',
      text: {
        by: 'hasBoth',
        true: 'Esta vez {organization} no ha elegido tu solicitud para adoptar a {animal}. Gracias por tu interés.',
        other: 'El refugio no ha aceptado tu solicitud. Gracias por tu interés.',
      },
    },
    withdrawn: {
      title: 'Solicitud retirada',
      text: {
        by: 'hasAnimal',
        true: 'Ya no solicitas la adopción de {animal}.',
        other: 'Ya no solicitas la adopción del animal.',
      },
    },
    closed: {
      title: 'Solicitud cerrada',
      text: {
        by: 'hasOrganization',
        true: '{organization} ha cerrado tu solicitud. Gracias por tu interés.',
        other: 'El refugio ha cerrado tu solicitud. Gracias por tu interés.',
      },
    },
  },
  sent: 'Lo que enviaste',
  change: 'Cambiar',
  changeYours: 'Cambiar tu solicitud',
  save: 'Guardar cambios',
  tooLate: 'La solicitud ya no se puede cambiar aquí: alguien ha empezado a leerla o ya ha terminado.',
  withdraw: 'Retirar la solicitud',
  withdrawQuestion: '¿Retirar la solicitud?',
  keepIt: 'Mantenerla',
  withdrawing: {
    by: 'hasAnimal',
    true: 'Dejarás de solicitar la adopción de {animal}. No se puede deshacer, pero puedes enviar otra solicitud.',
    other: 'Dejarás de solicitar la adopción del animal. No se puede deshacer, pero puedes enviar otra solicitud.',
  },
} as const satisfies OtherWords['applying'];
