import type { OtherWords } from '../en/catalogue.ts';

export const failures = {
  rate_limit_exceeded: { title: 'Demasiadas peticiones', advice: 'Espera un momento y vuelve a intentarlo.' },
  service_unavailable: { title: 'El servicio no está disponible', advice: 'Inténtalo de nuevo en un momento.' },
  timeout: {
    title: 'La respuesta tarda demasiado',
    advice: 'Puede que la conexión sea lenta. Inténtalo de nuevo en un momento.',
  },
  unexpected_answer: {
    title: 'Respuesta inesperada',
    advice:
      'La respuesta no viene de este servicio, sino quizá de la página de acceso de tu red. Inténtalo de nuevo en un momento.',
  },
  daily_quota_exceeded: {
    title: 'Límite diario alcanzado',
    advice: 'Se agotaron las peticiones de estas 24\u00a0horas. Inténtalo de nuevo cuando se renueve el límite.',
  },
  internal_error: {
    title: 'Algo salió mal',
    advice:
      'Inténtalo de nuevo. Si el problema continúa, dale al responsable del servicio el código de petición de abajo.',
  },
  too_many_open_orders: {
    title: 'Demasiadas reservas abiertas',
    advice: 'Podrás reservar otro animal cuando termine una de tus reservas. El refugio puede cancelarte una.',
  },
  already_applied: {
    title: 'Ya has enviado una solicitud',
    advice:
      'Hay una solicitud abierta para este animal con este correo. Puedes verla con su enlace, que también está en el correo de confirmación.',
  },
  too_many_open_applications: {
    title: 'Demasiadas solicitudes abiertas',
    advice: 'Podrás solicitar la adopción de otro animal cuando respondan a una de tus solicitudes o retires alguna.',
  },
  pet_not_found: {
    title: 'Este animal ya no está aquí',
    advice: 'Puede que se haya retirado mientras la página estaba abierta.',
  },
  order_closed: {
    title: 'Esta adopción está cerrada',
    advice: 'Otra persona la cerró o venció el plazo. Consulta su estado actual.',
  },
  missing_api_key: { title: 'Tu sesión está cerrada', advice: 'Inicia sesión de nuevo para continuar.' },
  account_suspended: { title: 'Esta cuenta está suspendida', advice: 'Habla con el responsable de este servicio.' },
} as const satisfies OtherWords['failures'];
