import type { OtherWords } from '../en/catalogue.ts';

export const statement = {
  goal: {
    by: 'hasOrganization',
    true: '{organization} chce, aby z tych stron mógł korzystać każdy: za pomocą klawiatury, z czytnikiem ekranu, w powiększeniu lub w wysokim kontraście.',
    other:
      'Z tych stron powinien móc korzystać każdy: za pomocą klawiatury, z czytnikiem ekranu, w powiększeniu lub w wysokim kontraście.',
  },
  status: 'Zgodność',
  conforms:
    'Strony są zgodne z wytycznymi dotyczącymi dostępności treści internetowych (WCAG) 2.2 na poziomie AA. Ostatnia ocena: {day}, ręcznie i za pomocą programów.',
  report: 'Co sprawdzono, według kryteriów (po angielsku)',
  limits: 'Znane ograniczenia',
  ofPhotos: 'Zdjęcia opisują ludzie ze schroniska. Gdy brakuje opisu, podane jest tylko imię zwierzęcia.',
  ofLanguages: 'Teksty o zwierzęciu mogą być w innym języku niż strona. Mówi o tym uwaga.',
  ofSlideshow: 'W pokazie slajdów zwierzęta zmieniają się same. Zatrzymuje go spacja lub przycisk.',
  barrier: 'Zgłoś barierę',
  barrierText:
    'Coś u Ciebie nie działa albo potrzebujesz czegoś w innej formie? Napisz lub zadzwoń, podaj stronę i powiedz, co się stało.',
} as const satisfies OtherWords['statement'];
