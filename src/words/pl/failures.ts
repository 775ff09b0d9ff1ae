import type { OtherWords } from '../en/catalogue.ts';

export const failures = {
  rate_limit_exceeded: { title: 'Za dużo zapytań', advice: 'Poczekaj chwilę i spróbuj ponownie.' },
  service_unavailable: { title: 'Serwis jest niedostępny', advice: 'Spróbuj ponownie za chwilę.' },
  timeout: { title: 'To trwało zbyt długo', advice: 'Może połączenie jest wolne. Spróbuj ponownie za chwilę.' },
  unexpected_answer: {
    title: 'Nieoczekiwana odpowiedź',
    advice:
      'Odpowiedź nie przyszła z tego serwisu, lecz może ze strony logowania Twojej sieci. Spróbuj ponownie za chwilę.',
  },
  daily_quota_exceeded: {
    title: 'Dzienny limit wyczerpany',
    advice: 'Wszystkie zapytania na te 24 godziny są już wykorzystane. Spróbuj, gdy limit się odnowi.',
  },
  internal_error: {
    title: 'Coś poszło nie tak',
    advice: 'Spróbuj ponownie. Jeśli to nie pomoże, podaj operatorowi poniższy numer zapytania.',
  },
  too_many_open_orders: {
    title: 'Za dużo otwartych rezerwacji',
    advice:
      'Kolejne zwierzę można zarezerwować, gdy skończy się jedna z Twoich rezerwacji. Schronisko może którąś anulować.',
  },
  already_applied: {
    title: 'Zgłoszenie już jest',
    advice:
      'Z tym adresem e-mail jest już otwarte zgłoszenie dla tego zwierzęcia. Pokazuje je link, który jest też w e-mailu z potwierdzeniem.',
  },
  too_many_open_applications: {
    title: 'Za dużo otwartych zgłoszeń',
    advice:
      'Kolejne zgłoszenie można wysłać, gdy przyjdzie odpowiedź na jedno z Twoich zgłoszeń albo gdy któreś wycofasz.',
  },
  pet_not_found: { title: 'Tego zwierzęcia już tu nie ma', advice: 'Mogło zostać usunięte po otwarciu strony.' },
  order_closed: {
    title: 'Ta adopcja jest zamknięta',
    advice: 'Zamknął ją ktoś inny albo minął jej termin. Zobacz jej obecny stan.',
  },
  missing_api_key: { title: 'Sesja wygasła', advice: 'Zaloguj się ponownie, aby kontynuować.' },
  account_suspended: { title: 'To konto jest zawieszone', advice: 'Skontaktuj się z operatorem tego serwisu.' },
} as const satisfies OtherWords['failures'];
