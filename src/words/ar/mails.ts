import type { OtherWords } from '../en/catalogue.ts';

/** In nominal sentences: verbs and imperatives would show the sex of the animal and the reader. */
export const mails = {
  linkBefore: '{label}:',
  reservation: {
    subjects: {
      placed: 'حجزك: {animal}',
      approved: 'موافقة من {shelter} على تبني {animal}',
      delivered: '{animal} في بيت جديد',
      cancelled: 'إلغاء حجز {animal}',
      expired: 'انتهاء حجز {animal}',
      returned: 'عودة {animal} إلى {shelter}',
    },
    texts: {
      placed: 'حجز {animal} باسمك سارٍ حتى {time}. وقبل ذلك يصلك قرار {shelter} في رسالة أخرى.',
      approved: 'تمت موافقة {shelter} على انتقال {animal} إلى بيتك.',
      delivered: '{animal} الآن في بيتك. مع أطيب تمنيات {shelter} بسنوات سعيدة معًا.',
      cancelled: 'لم يعد حجز {animal} قائمًا.',
      expired:
        'لم تصدر موافقة قبل {time}، ولذلك انتهى حجز {animal}. وإن كانت لديك رغبة في تبني {animal} حتى الآن، فيسعد {shelter} تلقي رسالتك.',
      returned: 'تمت عودة {animal} إلى رعاية {shelter}.',
    },
    withoutAnimal: {
      placed: 'حجزك',
      approved: 'موافقة من {shelter} على التبني',
      delivered: 'اكتمال التبني',
      cancelled: 'إلغاء حجزك',
      expired: 'انتهاء حجزك',
      returned: 'عودة الحيوان إلى {shelter}',
    },
    visit: 'موعد زيارتك: {time}. والموعد مرفق لإضافته إلى تقويمك.',
    see: 'عرض حجزك',
    cancelThere: 'ومن هناك يمكن أيضًا إلغاء الحجز إذا تغيرت خططك.',
    footnote:
      'وصلتك هذه الرسالة لأن شخصًا ما حجز حيوانًا على {site} بهذا العنوان. إن لم يكن ذلك منك، فيمكن إلغاء الحجز أو تجاهل الرسالة. كل من لديه الرابط يستطيع رؤية الحجز وإلغاءه.',
  },
  application: {
    subjects: {
      submitted: 'وصول طلب تبني {animal} إلى {shelter}',
      declined: 'طلب تبني {animal}',
      closed: 'انتهاء البحث عن بيت لـ {animal}',
    },
    texts: {
      submitted: 'كل طلبات تبني {animal} قيد القراءة لدى {shelter}، وعند صدور القرار تصلك رسالة أخرى.',
      declined: 'هذه المرة لم يقع اختيار {shelter} على طلبك لتبني {animal}. شكرًا على اهتمامك.',
      closed: 'انتهى البحث عن بيت لـ {animal}، ولذلك أُغلق طلبك لدى {shelter}. شكرًا على اهتمامك.',
    },
    withoutAnimal: {
      submitted: 'وصول طلبك إلى {shelter}',
      declined: 'طلبك لدى {shelter}',
      closed: 'إغلاق طلبك لدى {shelter}',
    },
    textsWithoutAnimal: {
      submitted: 'كل الطلبات قيد القراءة لدى {shelter}، وعند صدور القرار تصلك رسالة أخرى.',
      declined: 'هذه المرة لم يقع اختيار {shelter} على طلبك. شكرًا على اهتمامك.',
      closed: 'لم يعد الحيوان المطلوب لدى {shelter}، ولذلك أُغلق طلبك. شكرًا على اهتمامك.',
    },
    see: 'عرض طلبك',
    changeThere: 'ومن هناك يمكن تعديل الطلب إلى أن تبدأ قراءته، أو سحبه.',
    footnote:
      'وصلتك هذه الرسالة لأن شخصًا ما قدّم طلب تبنٍ على {site} بهذا العنوان. إن لم يكن ذلك منك، فيمكن سحب الطلب أو تجاهل الرسالة. وبالرابط يمكن لأي شخص رؤية الطلب وسحبه.',
  },
  calendar: { visit: 'زيارة {animal} في {shelter}', call: '{shelter}: {phone}' },
  followUps: {
    afterThreeDays: {
      subject: 'كيف هي الأيام الأولى مع {animal}؟',
      text: `مرحبًا {name}،

بدأت الحياة مع {animal} في بيتك يوم {day}. كيف تسير الأمور؟

في الأيام الأولى تكون بعض الحيوانات هادئة وبعضها قلقًا، وكلا الأمرين طبيعي. ويسعدنا أن تصلنا أسئلتك: نحن نعرف {animal} ويسرنا أن نساعد.`,
    },
    afterThirtyDays: {
      subject: 'شهر مع {animal}',
      text: `مرحبًا {name}،

مضى شهر على وجود {animal} في بيتك. كيف تسير الحياة معًا؟ يسعدنا كثيرًا أن تصلنا أخبارك.

وإن لم يكن كل شيء كما كان متوقعًا، فيهمنا أن نعرف ذلك أيضًا: لا يفوت أوان السؤال أبدًا.`,
    },
    write: 'مراسلة {shelter}',
    footnote: 'وصلتك هذه الرسالة بسبب تبني {animal} من {shelter} يوم {day}.',
    end: 'إيقاف هذه الرسائل',
  },
  alerts: {
    confirmSubject: 'هل نرسل إليك رسائل عن حيوانات جديدة؟',
    confirmText:
      'وصل إلى {writer} طلب، والأرجح أنه منك، بإرسال رسالة إلى هذا العنوان عندما تبحث حيوانات معينة عن بيت. يُرجى تأكيد ذلك خلال سبعة أيام:',
    confirm: 'العرض والتأكيد',
    confirmFootnote: 'إن لم يكن الطلب منك، فلا داعي لفعل شيء: لن يُرسل شيء آخر. وفي الصفحة نفسها يمكن رفض هذه الرسائل.',
    foundOne: '{animal} بانتظار بيت',
    found: {
      zero: 'لا حيوانات بانتظار بيت',
      one: 'حيوان واحد بانتظار بيت',
      two: 'حيوانان بانتظار بيت',
      few: '{count} حيوانات بانتظار بيت',
      many: '{count} حيوانًا بانتظار بيت',
      other: '{count} حيوان بانتظار بيت',
    },
    meet: 'التعرّف على {animal}',
    more: 'هناك المزيد: عرض الكل',
    foundFootnote: 'وصلتك هذه الرسالة بناءً على طلبك.',
    renewOrEnd: 'تجديد هذه الرسائل أو إنهاؤها',
  },
  answers: {
    fromShelter: 'رد من {shelter}',
    fromShelterAbout: 'رد من {shelter} بشأن {animal}',
    fromOperators: 'رد من فريق {host}',
    fromOperatorsAbout: 'رد من فريق {host} بشأن {animal}',
    operators: 'فريق {host}',
    footnote:
      'وصلتك هذه الرسالة لأن شخصًا ما أرسل رسالة على {site} بهذا العنوان. إن لم يكن ذلك منك، فلا داعي لفعل شيء: لن يُرسل شيء آخر.',
  },
} as const satisfies OtherWords['mails'];
