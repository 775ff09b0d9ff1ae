import type { OtherWords } from '../en/catalogue.ts';

export const failures = {
  rate_limit_exceeded: { title: 'Solicitações demais', advice: 'Espere um momento e tente de novo.' },
  service_unavailable: { title: 'O serviço está indisponível', advice: 'Tente de novo em instantes.' },
  timeout: { title: 'A resposta demorou demais', advice: 'A conexão pode estar lenta. Tente de novo em instantes.' },
  unexpected_answer: {
    title: 'Resposta inesperada',
    advice: 'A resposta não veio deste serviço, mas talvez da página de login da sua rede. Tente de novo em instantes.',
  },
  daily_quota_exceeded: {
    title: 'Limite diário atingido',
    advice: 'As solicitações destas 24\u00a0horas acabaram. Tente de novo quando o limite for renovado.',
  },
  internal_error: {
    title: 'Algo deu errado',
    advice:
      'Tente de novo. Se o problema continuar, informe ao responsável pelo serviço o código da solicitação abaixo.',
  },
  too_many_open_orders: {
    title: 'Muitas reservas abertas',
    advice:
      'Você poderá reservar outro animal quando uma das suas reservas terminar. O abrigo pode cancelar uma para você.',
  },
  already_applied: {
    title: 'Você já fez um pedido',
    advice:
      'Já existe um pedido aberto para este animal com este e-mail. O link dele, também no e-mail de confirmação, mostra o pedido.',
  },
  too_many_open_applications: {
    title: 'Muitos pedidos abertos',
    advice:
      'Você poderá pedir a adoção de outro animal quando um dos seus pedidos for respondido ou quando retirar um deles.',
  },
  pet_not_found: {
    title: 'Este animal não está mais aqui',
    advice: 'Ele pode ter sido retirado depois que a página foi aberta.',
  },
  order_closed: {
    title: 'Esta adoção está encerrada',
    advice: 'Outra pessoa a encerrou, ou o prazo venceu. Veja a situação atual.',
  },
  missing_api_key: { title: 'Sua sessão foi encerrada', advice: 'Entre de novo para continuar.' },
  account_suspended: { title: 'Esta conta está suspensa', advice: 'Fale com o responsável por este serviço.' },
} as const satisfies OtherWords['failures'];
