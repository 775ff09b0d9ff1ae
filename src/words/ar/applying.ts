import type { OtherWords } from '../en/catalogue.ts';

/** Imperatives and verbs would show the sex of the reader or the animal, so nouns stand in their place. */
export const applying = {
  apply: 'طلب التبني',
  applyFor: 'طلب تبني {animal}',
  several: {
    by: 'hasOrganization',
    true: 'يمكن لعدة أشخاص تقديم طلب، والاختيار لدى {organization}.',
    other: 'يمكن لعدة أشخاص تقديم طلب، والاختيار للملجأ.',
  },
  binding: 'لا يُحجز شيء، والطلب مجاني، ويمكن سحبه في أي وقت.',
  nextStep: {
    by: 'hasOrganization',
    true: 'يقرأ فريق {organization} كل طلب، وستصلك رسالة عند اتخاذ القرار.',
    other: 'يقرأ الملجأ كل طلب، وستصلك رسالة عند اتخاذ القرار.',
  },
  taken: 'وقع الاختيار على شخص آخر لتبني {animal}. إذا لم يتم ذلك فستُظهره هذه الصفحة فورًا.',
  nowApply: 'يستقبل الملجأ الآن طلبات لتبني {animal}. كل ما كتبته محفوظ.',
  nowReserve: 'يمكن الآن حجز {animal} مباشرة. كل ما كتبته محفوظ.',
  soon: 'سأصل قريبًا. لا يمكن تقديم طلب لتبنيّ بعد، وستعلن هذه الصفحة ذلك حالما يصبح ممكنًا.',
  step: 'الطلب',
  stepText:
    'من خلال الطلب يتعرّف الملجأ عليك. يمكن لعدة أشخاص طلب تبني الحيوان نفسه، ولا يُحجز شيء. الطلب مجاني، ويمكن سحبه في أي وقت.',
  stepEither: 'الحجز أو الطلب',
  stepEitherText: 'تُحجز لك بعض الحيوانات فورًا. أما غيرها فيمكن لعدة أشخاص طلب تبنيها، والاختيار للملجأ.',
  yours: 'طلبك',
  seeYours: 'عرض طلبك',
  none: 'لا يوجد طلب هنا',
  noneWhy: 'قد يكون في الرابط خطأ، أو انتهت صلاحيته: تنتهي الروابط بعد مدة من القرار.',
  states: {
    submitted: {
      title: 'أُرسل طلبك',
      text: {
        by: 'hasOrganization',
        true: 'يمكنك تعديله إلى أن يبدأ فريق {organization} بقراءته.',
        other: 'يمكنك تعديله إلى أن يبدأ الملجأ بقراءته.',
      },
    },
    in_review: {
      title: 'طلبك قيد القراءة',
      text: {
        by: 'hasOrganization',
        true: 'ستصلك رسالة من {organization} عند اتخاذ القرار. لم يعد تعديل الطلب ممكنًا.',
        other: 'ستصلك رسالة من الملجأ عند اتخاذ القرار. لم يعد تعديل الطلب ممكنًا.',
      },
    },
    accepted: {
      title: 'قُبل طلبك',
      text: {
        by: 'hasBoth',
        true: 'وقع اختيار {organization} على طلبك لتبني {animal}. آخر المستجدات في صفحة حجزك.',
        other: 'وقع اختيار الملجأ على طلبك. آخر المستجدات في صفحة حجزك.',
      },
    },
    declined: {
      title: 'لم يُقبل طلبك',
      text: {
        by: 'hasBoth',
        true: 'لم يقع اختيار {organization} على طلبك لتبني {animal}. شكرًا لاهتمامك.',
        other: 'لم يقع اختيار الملجأ على طلبك. شكرًا لاهتمامك.',
      },
    },
    withdrawn: {
      title: 'سُحب الطلب',
      text: { by: 'hasAnimal', true: 'لم يعد طلبك لتبني {animal} قائمًا.', other: 'لم يعد طلبك لتبني الحيوان قائمًا.' },
    },
    closed: {
      title: 'أُغلق الطلب',
      text: {
        by: 'hasOrganization',
        true: 'أُغلق طلبك لدى {organization}. شكرًا لاهتمامك.',
        other: 'أُغلق طلبك لدى الملجأ. شكرًا لاهتمامك.',
      },
    },
  },
  sent: 'ما أرسلته',
  change: 'تعديل',
  changeYours: 'تعديل طلبك',
  save: 'حفظ التعديلات',
  tooLate: 'لم يعد تعديل الطلب ممكنًا هنا: بدأ أحد بقراءته، أو انتهى.',
  withdraw: 'سحب الطلب',
  withdrawQuestion: 'سحب الطلب؟',
  keepIt: 'الإبقاء عليه',
  withdrawing: {
    by: 'hasAnimal',
    true: 'لن يكون طلبك لتبني {animal} قائمًا بعد ذلك. لا يمكن التراجع، لكن يمكنك تقديم طلب آخر.',
    other: 'لن يكون طلبك لتبني الحيوان قائمًا بعد ذلك. لا يمكن التراجع، لكن يمكنك تقديم طلب آخر.',
  },
} as const satisfies OtherWords['applying'];
