import type { OtherWords } from '../en/catalogue.ts';

export const heads = {
  description: 'حيوانات تبحث عن بيت.',
  descriptionOf: 'حيوانات تبحث عن بيت لدى {organization}.',
  newAnimals: 'حيوانات جديدة',
  statuses: {
    available: 'نبحث عن بيت من أجل {name}.',
    pending: 'تم حجز {name}.',
    sold: 'تم تبني {name}.',
    soon: 'يمكن تبني {name} قريبًا.',
  },
  statusesAt: {
    available: 'نبحث لدى {organization} عن بيت من أجل {name}.',
    pending: 'تم حجز {name} لدى {organization}.',
    sold: 'تم تبني {name}.',
    soon: 'يمكن تبني {name} قريبًا لدى {organization}.',
  },
} as const satisfies OtherWords['heads'];
