import type { finding as english } from '../en/finding.ts';
import type { WordsOf } from '../say.ts';

export const finding = {
  animals: { one: '{count} animal', many: '{count} de animais', other: '{count} animais' },
  moreAnimals: 'Mais de {count} animais',
  show: { one: 'Ver {count} animal', many: 'Ver {count} de animais', other: 'Ver {count} animais' },
  showSome: 'Ver animais',
  goodWith: 'Convive bem com',
  photos: 'Fotos',
  withPhotosOnly: 'Só com fotos',
  near: 'Perto de',
  nearHint: 'Um código postal dos EUA ou do Canadá, ou uma cidade com seu estado ou país: Springfield, IL.',
  within: 'Distância',
  upTo: 'Até {distance}',
  noMatch: 'Nenhum animal corresponde à busca',
  noMatchHint: 'Tente menos filtros ou outro nome. Novos animais aparecem aqui automaticamente.',
  showAvailable: 'Ver animais para adoção',
  anyAnimal: 'Qualquer animal',
  inOneCategory: 'Em uma categoria',
  tellMe: 'Me avise quando chegar um animal assim',
  checkMail: 'Confira seu e-mail',
  done: 'Pronto',
  openTheLink:
    'Abra o link que enviamos para {email} e confirme que quer receber estes e-mails. Se nada chegar, procure na pasta de spam; você pode pedir de novo amanhã.',
  askForMails: 'Pedir os e-mails',
  emailUse: 'Só para estes e-mails: no máximo um por dia, durante um ano. Todos trazem um link para parar de receber.',
  pageTitle: 'E-mails sobre novos animais',
  noAlert: 'Não há alerta aqui',
  noAlertWhy:
    'O link pode estar errado, ou os e-mails terminaram: uma semana depois de um pedido não confirmado, ou depois de um ano.',
  ended: 'Você não vai mais receber e-mails',
  endedText: 'Seu endereço foi apagado junto com o alerta.',
  endedUnconfirmed:
    'Seu endereço foi apagado junto com o alerta. Por 30\u00a0dias, ninguém poderá pedir e-mails para ele de novo.',
  youGet: 'Você recebe e-mails sobre novos animais',
  doYouWant: 'Quer receber estes e-mails?',
  until: 'No máximo um por dia, até {day}, quando um animal assim procurar um lar:',
  forAYear: 'No máximo um por dia, durante um ano, quando um animal assim procurar um lar:',
  renew: 'Renovar por um ano',
  yesTellMe: 'Sim, me avise',
  end: 'Parar estes e-mails',
  noAndForget: 'Não, apague meu endereço',
} as const satisfies WordsOf<typeof english>;
