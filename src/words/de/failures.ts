import type { OtherWords } from '../en/catalogue.ts';

export const failures = {
  rate_limit_exceeded: {
    title: 'Zu viele Anfragen',
    advice: 'Warten Sie einen Moment, und versuchen Sie es dann noch einmal.',
  },
  service_unavailable: { title: 'Der Dienst ist nicht erreichbar', advice: 'Versuchen Sie es gleich noch einmal.' },
  timeout: {
    title: 'Das hat zu lange gedauert',
    advice: 'Vielleicht ist die Verbindung langsam. Versuchen Sie es gleich noch einmal.',
  },
  unexpected_answer: {
    title: 'Unerwartete Antwort',
    advice:
      'Die Antwort kam nicht von diesem Dienst, sondern vielleicht von der Anmeldeseite Ihres Netzwerks. Versuchen Sie es gleich noch einmal.',
  },
  daily_quota_exceeded: {
    title: 'Tageslimit erreicht',
    advice: 'Alle Anfragen für diese 24 Stunden sind verbraucht. Versuchen Sie es danach noch einmal.',
  },
  internal_error: {
    title: 'Da ist etwas schiefgegangen',
    advice: 'Versuchen Sie es noch einmal. Bleibt das Problem, nennen Sie dem Betreiber die Nummer der Anfrage unten.',
  },
  too_many_open_orders: {
    title: 'Zu viele offene Reservierungen',
    advice:
      'Sobald eine Ihrer Reservierungen endet, können Sie ein weiteres Tier reservieren. Das Tierheim kann eine für Sie aufheben.',
  },
  already_applied: {
    title: 'Sie haben sich schon beworben',
    advice:
      'Mit dieser E-Mail-Adresse gibt es schon eine offene Bewerbung für dieses Tier. Ihr Link, auch in der E-Mail mit der Bestätigung, führt dorthin.',
  },
  too_many_open_applications: {
    title: 'Zu viele offene Bewerbungen',
    advice:
      'Sobald eine Ihrer Bewerbungen beantwortet ist oder Sie eine zurückziehen, können Sie sich für ein weiteres Tier bewerben.',
  },
  pet_not_found: {
    title: 'Dieses Tier ist nicht mehr hier',
    advice: 'Vielleicht wurde es entfernt, seit die Seite geöffnet wurde.',
  },
  order_closed: {
    title: 'Diese Adoption ist abgeschlossen',
    advice:
      'Jemand anders hat sie abgeschlossen, oder sie ist abgelaufen. Lassen Sie sich den aktuellen Stand anzeigen.',
  },
  missing_api_key: { title: 'Sie sind abgemeldet', advice: 'Melden Sie sich wieder an, um weiterzumachen.' },
  account_suspended: {
    title: 'Dieses Konto ist gesperrt',
    advice: 'Wenden Sie sich an den Betreiber dieses Dienstes.',
  },
} as const satisfies OtherWords['failures'];
