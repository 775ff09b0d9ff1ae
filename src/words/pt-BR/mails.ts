import type { OtherWords } from '../en/catalogue.ts';

export const mails = {
  linkBefore: '{label}:',
  reservation: {
    subjects: {
      placed: 'Sua reserva: {animal}',
      approved: '{shelter} aprovou a sua adoção: {animal}',
      delivered: '{animal} já tem um lar',
      cancelled: 'Reserva cancelada: {animal}',
      expired: 'Reserva encerrada: {animal}',
      returned: '{animal} está de volta ({shelter})',
    },
    texts: {
      placed: 'Sua reserva de {animal} vale até {time}. {shelter} decide até lá, e você recebe outro e-mail.',
      approved: '{shelter} aprovou a sua adoção, e {animal} espera por você.',
      delivered: '{animal} já está em casa com você. {shelter} deseja a vocês muitos anos felizes.',
      cancelled: 'Sua reserva de {animal} não vale mais.',
      expired:
        'Ninguém aprovou a sua reserva até {time}, por isso ela foi encerrada. Se você ainda quiser adotar {animal}, escreva para {shelter}.',
      returned: '{shelter} recebeu {animal} de volta.',
    },
    withoutAnimal: {
      placed: 'Sua reserva',
      approved: '{shelter} aprovou a sua adoção',
      delivered: 'Sua adoção foi concluída',
      cancelled: 'Sua reserva foi cancelada',
      expired: 'Sua reserva foi encerrada',
      returned: 'O animal está de volta ({shelter})',
    },
    visit: 'Sua visita: {time}. Ela está anexada a este e-mail, para a sua agenda.',
    see: 'Ver sua reserva',
    cancelThere: 'Nessa página você também pode cancelar a reserva, se seus planos mudarem.',
    footnote:
      'Você recebeu este e-mail porque alguém reservou um animal em {site} com este endereço. Se não foi você, cancele a reserva ou não faça nada. Qualquer pessoa com o link pode ver e cancelar a reserva.',
  },
  application: {
    subjects: {
      submitted: '{shelter} recebeu seu pedido para adotar {animal}',
      declined: 'Seu pedido para adotar {animal}',
      closed: '{animal} não procura mais um lar',
    },
    texts: {
      submitted:
        '{shelter} lê todos os pedidos para adotar {animal}, e você vai receber outro e-mail quando houver uma decisão.',
      declined: 'Desta vez, {shelter} não aprovou seu pedido para adotar {animal}. Agradecemos o interesse.',
      closed: '{animal} não procura mais um lar, por isso {shelter} encerrou seu pedido. Agradecemos o interesse.',
    },
    withoutAnimal: {
      submitted: '{shelter} recebeu seu pedido de adoção',
      declined: 'Seu pedido de adoção ({shelter})',
      closed: 'Seu pedido de adoção foi encerrado ({shelter})',
    },
    textsWithoutAnimal: {
      submitted: '{shelter} lê todos os pedidos, e você vai receber outro e-mail quando houver uma decisão.',
      declined: 'Desta vez, {shelter} não aprovou seu pedido. Agradecemos o interesse.',
      closed:
        'O animal que você queria adotar não está mais com {shelter}, por isso seu pedido foi encerrado. Agradecemos o interesse.',
    },
    see: 'Ver seu pedido',
    changeThere: 'Nessa página você pode alterar o pedido até alguém começar a lê-lo, ou retirá-lo.',
    footnote:
      'Você recebeu este e-mail porque alguém fez um pedido de adoção em {site} com este endereço. Se não foi você, retire o pedido ou não faça nada. Qualquer pessoa com o link pode ver e retirar o pedido.',
  },
  calendar: { visit: 'Visita: {animal}, {shelter}', call: '{shelter}: {phone}' },
  followUps: {
    afterThreeDays: {
      subject: 'Como estão os primeiros dias com {animal}?',
      text: `Olá, {name}!

{animal} já está na sua casa ({day}). Como está indo?

Nos primeiros dias, alguns animais ficam quietos e outros agitados, e as duas coisas são normais. Se tiver alguma dúvida, escreva para nós: conhecemos {animal} e ajudamos com prazer.`,
    },
    afterThirtyDays: {
      subject: 'Um mês com {animal}',
      text: `Olá, {name}!

{animal} mora com você há um mês. Como está a vida juntos? Vamos adorar receber notícias.

Se algo não está como você esperava, conte para nós também: nunca é tarde para perguntar.`,
    },
    write: 'Escrever para {shelter}',
    footnote: 'Você recebeu este e-mail porque adotou {animal} ({shelter}, {day}).',
    end: 'Não receber mais estes e-mails',
  },
  alerts: {
    confirmSubject: 'Quer receber e-mails sobre novos animais?',
    confirmText:
      'Alguém, provavelmente você, pediu a {writer} para avisar este endereço quando certos animais procurarem um lar. Confirme em até sete dias:',
    confirm: 'Ver e confirmar',
    confirmFootnote:
      'Se não foi você, não faça nada: nada mais será enviado. Na mesma página você pode recusar estes e-mails.',
    foundOne: '{animal} procura um lar',
    found: { one: '{count} animal procura um lar', other: '{count} animais procuram um lar' },
    meet: 'Conheça {animal}',
    more: 'Há mais: ver todos',
    foundFootnote: 'Você pediu este e-mail.',
    renewOrEnd: 'Renovar ou encerrar estes e-mails',
  },
  answers: {
    fromShelter: 'Resposta de {shelter}',
    fromShelterAbout: 'Resposta de {shelter} sobre {animal}',
    fromOperators: 'Resposta da equipe de {host}',
    fromOperatorsAbout: 'Resposta da equipe de {host} sobre {animal}',
    operators: 'A equipe de {host}',
    footnote:
      'Você recebeu este e-mail porque alguém enviou uma mensagem em {site} com este endereço. Se não foi você, não faça nada: nada mais será enviado.',
  },
} as const satisfies OtherWords['mails'];
