import type { finding as english } from '../en/finding.ts';
import type { WordsOf } from '../say.ts';

export const finding = {
  animals: { one: '{count} animal', many: '{count} de animales', other: '{count} animales' },
  moreAnimals: 'Más de {count} animales',
  show: { one: 'Ver {count} animal', many: 'Ver {count} de animales', other: 'Ver {count} animales' },
  showSome: 'Ver animales',
  goodWith: 'Compatible con',
  photos: 'Fotos',
  withPhotosOnly: 'Solo con fotos',
  near: 'Cerca de',
  nearHint: 'Un código postal de EE.\u00a0UU. o Canadá, o una ciudad con su estado o país: Springfield, IL.',
  within: 'Distancia',
  upTo: 'Hasta {distance}',
  addTheFirst: '¿Este refugio es tuyo? Añade el primer animal en la {console} o prueba una {demo}.',
  consoleLink: 'consola',
  demoLink: 'demo',
  noMatch: 'Ningún animal coincide con la búsqueda',
  noMatchHint: 'Prueba con menos filtros o con otro nombre. Los animales nuevos aparecen aquí automáticamente.',
  showAvailable: 'Ver animales en adopción',
  anyAnimal: 'Cualquier animal',
  inOneCategory: 'En una categoría',
  tellMe: 'Avísame cuando llegue un animal así',
  checkMail: 'Revisa tu correo',
  done: 'Listo',
  openTheLink:
    'Abre el enlace que enviamos a {email} y confirma que quieres estos correos. Si no te llega, mira en la carpeta de spam; mañana puedes volver a pedirlos.',
  askForMails: 'Pedir los correos',
  emailUse:
    'Solo para estos correos: uno al día como máximo, durante un año. Todos llevan un enlace para dejar de recibirlos.',
  pageTitle: 'Correos sobre animales nuevos',
  noAlert: 'Aquí no hay ningún aviso',
  noAlertWhy:
    'Puede que el enlace esté mal escrito o que los correos hayan terminado: una semana después de pedirlos sin confirmarlos, o al cabo de un año.',
  ended: 'No recibirás más correos',
  endedText: 'Hemos borrado tu dirección junto con el aviso.',
  endedUnconfirmed:
    'Hemos borrado tu dirección junto con el aviso. Durante 30\u00a0días nadie podrá volver a pedir correos para ella.',
  youGet: 'Recibes correos sobre animales nuevos',
  doYouWant: '¿Quieres estos correos?',
  until: 'Uno al día como máximo, hasta el {day}, cuando un animal así busque hogar:',
  forAYear: 'Uno al día como máximo, durante un año, cuando un animal así busque hogar:',
  renew: 'Renovar por un año',
  yesTellMe: 'Sí, avísame',
  end: 'Dejar de recibirlos',
  noAndForget: 'No, y borra mi dirección',
} as const satisfies WordsOf<typeof english>;
