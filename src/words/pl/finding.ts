import type { finding as english } from '../en/finding.ts';
import type { WordsOf } from '../say.ts';

export const finding = {
  animals: { one: '{count} zwierzę', few: '{count} zwierzęta', many: '{count} zwierząt', other: '{count} zwierzęcia' },
  moreAnimals: 'Ponad {count} zwierząt',
  show: {
    one: 'Pokaż {count} zwierzę',
    few: 'Pokaż {count} zwierzęta',
    many: 'Pokaż {count} zwierząt',
    other: 'Pokaż {count} zwierzęcia',
  },
  showSome: 'Pokaż zwierzęta',
  goodWith: 'Dogaduje się z',
  photos: 'Zdjęcia',
  withPhotosOnly: 'Tylko ze zdjęciami',
  near: 'W pobliżu',
  nearHint: 'Kod pocztowy albo miasto ze stanem lub krajem: Springfield, IL.',
  within: 'Odległość',
  upTo: 'Do {distance}',
  noMatch: 'Żadne zwierzę nie pasuje',
  noMatchHint: 'Spróbuj z mniejszą liczbą filtrów albo z innym imieniem. Nowe zwierzęta pojawią się tu same.',
  showAvailable: 'Pokaż wszystkie do adopcji',
  anyAnimal: 'Dowolne zwierzę',
  inOneCategory: 'W jednej kategorii',
  tellMe: 'Powiadom mnie o takim zwierzęciu',
  checkMail: 'Sprawdź pocztę',
  done: 'Gotowe',
  openTheLink:
    'Otwórz link, który wyślemy na adres {email}, i potwierdź, że chcesz dostawać te wiadomości. Jeśli nic nie przyjdzie, zajrzyj do folderu ze spamem; jutro możesz poprosić ponownie.',
  askForMails: 'Chcę wiadomości',
  emailUse:
    'Tylko do tych wiadomości: najwyżej jednej dziennie, przez rok. W każdej jest link, którym można z nich zrezygnować.',
  pageTitle: 'Wiadomości o nowych zwierzętach',
  noAlert: 'Nie ma tu powiadomienia',
  noAlertWhy:
    'Link może być błędny albo wysyłka się skończyła: bez potwierdzenia po tygodniu, a z potwierdzeniem po roku.',
  ended: 'Nie dostaniesz więcej wiadomości',
  endedText: 'Twój adres został usunięty razem z powiadomieniem.',
  endedUnconfirmed: 'Twój adres został usunięty razem z powiadomieniem. Przez 30 dni nikt nie może go podać ponownie.',
  youGet: 'Dostajesz wiadomości o nowych zwierzętach',
  doYouWant: 'Czy chcesz dostawać te wiadomości?',
  until: 'Najwyżej jedna dziennie, do {day}, gdy takie zwierzę szuka domu:',
  forAYear: 'Najwyżej jedna dziennie, przez rok, gdy takie zwierzę szuka domu:',
  renew: 'Przedłuż o rok',
  yesTellMe: 'Tak, chcę',
  end: 'Zrezygnuj z wiadomości',
  noAndForget: 'Nie, usuń mój adres',
} as const satisfies WordsOf<typeof english>;
