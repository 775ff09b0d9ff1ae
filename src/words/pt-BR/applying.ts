import type { OtherWords } from '../en/catalogue.ts';

/** With “você”. No name stands behind a preposition that an article would join. */
export const applying = {
  apply: 'Pedir adoção',
  applyFor: 'Pedir a adoção de {animal}',
  several: {
    by: 'hasOrganization',
    true: 'Várias pessoas podem fazer um pedido, e {organization} escolhe.',
    other: 'Várias pessoas podem fazer um pedido, e o abrigo escolhe.',
  },
  binding: 'Nada fica reservado. Não custa nada, e você pode retirar o pedido quando quiser.',
  nextStep: {
    by: 'hasOrganization',
    true: '{organization} lê todos os pedidos e vai escrever para você quando houver uma decisão.',
    other: 'O abrigo lê todos os pedidos e vai escrever para você quando houver uma decisão.',
  },
  taken: 'Outra família vai levar {animal} para casa. Se não der certo, esta página mostra na hora.',
  nowApply: 'O abrigo agora recebe pedidos para adotar {animal}. O que você escreveu foi mantido.',
  nowReserve: 'Agora você pode reservar {animal} diretamente. O que você escreveu foi mantido.',
  soon: 'Chego em breve. Você ainda não pode pedir minha adoção; assim que puder, esta página vai mostrar.',
  step: 'Pedido',
  stepText:
    'Conte ao abrigo sobre você. Várias pessoas podem pedir a adoção do mesmo animal, e nada fica reservado. Não custa nada, e você pode retirar o pedido quando quiser.',
  stepEither: 'Reserva ou pedido',
  stepEitherText:
    'Alguns animais ficam reservados para você na hora. Para outros, várias pessoas podem fazer um pedido, e o abrigo escolhe.',
  yours: 'Seu pedido',
  seeYours: 'Ver seu pedido',
  none: 'Nenhum pedido aqui',
  noneWhy: 'O link pode ter um erro ou já ter expirado: os links expiram algum tempo depois da decisão.',
  states: {
    submitted: {
      title: 'Pedido enviado',
      text: {
        by: 'hasOrganization',
        true: 'Você pode mudar o pedido até {organization} começar a ler.',
        other: 'Você pode mudar o pedido até o abrigo começar a ler.',
      },
    },
    in_review: {
      title: 'Seu pedido está sendo lido',
      text: {
        by: 'hasOrganization',
        true: '{organization} vai escrever para você quando houver uma decisão. Não dá mais para mudar o pedido.',
        other: 'O abrigo vai escrever para você quando houver uma decisão. Não dá mais para mudar o pedido.',
      },
    },
    accepted: {
      title: 'Seu pedido foi aceito',
      text: {
        by: 'hasBoth',
        true: '{organization} escolheu você para adotar {animal}. Sua reserva mostra a situação atual.',
        other: 'O abrigo escolheu você. Sua reserva mostra a situação atual.',
      },
    },
    declined: {
      title: 'Seu pedido não foi aceito',
      text: {
        by: 'hasBoth',
        true: 'Desta vez, {organization} não aprovou seu pedido para adotar {animal}. Agradecemos o interesse.',
        other: 'O abrigo não aceitou seu pedido. Agradecemos o interesse.',
      },
    },
    withdrawn: {
      title: 'O pedido foi retirado',
      text: {
        by: 'hasAnimal',
        true: 'Você não está mais pedindo a adoção de {animal}.',
        other: 'Você não está mais pedindo a adoção do animal.',
      },
    },
    closed: {
      title: 'O pedido foi encerrado',
      text: {
        by: 'hasOrganization',
        true: '{organization} encerrou seu pedido. Agradecemos o interesse.',
        other: 'O abrigo encerrou seu pedido. Agradecemos o interesse.',
      },
    },
  },
  sent: 'O que você enviou',
  change: 'Alterar',
  changeYours: 'Alterar seu pedido',
  save: 'Salvar alterações',
  tooLate: 'Não dá mais para alterar o pedido aqui: alguém começou a ler, ou ele já foi encerrado.',
  withdraw: 'Retirar o pedido',
  withdrawQuestion: 'Retirar o pedido?',
  keepIt: 'Manter',
  withdrawing: {
    by: 'hasAnimal',
    true: 'Você deixa de pedir a adoção de {animal}. Não dá para desfazer, mas você pode fazer outro pedido.',
    other: 'Você deixa de pedir a adoção do animal. Não dá para desfazer, mas você pode fazer outro pedido.',
  },
} as const satisfies OtherWords['applying'];
