import type { failures as english } from '../en/failures.ts';
import type { WordsOf } from '../say.ts';

export const failures = {
  rate_limit_exceeded: { title: 'طلبات كثيرة جدًا', advice: 'يرجى الانتظار قليلًا، ثم إعادة المحاولة.' },
  service_unavailable: { title: 'الخدمة غير متاحة', advice: 'يرجى إعادة المحاولة بعد قليل.' },
  timeout: { title: 'انتهت مهلة الطلب', advice: 'ربما كان الاتصال بطيئًا. يرجى إعادة المحاولة بعد قليل.' },
  unexpected_answer: {
    title: 'رد غير متوقع',
    advice: 'لم يأت الرد من هذه الخدمة، بل ربما من صفحة تسجيل الدخول إلى شبكتك. يرجى إعادة المحاولة بعد قليل.',
  },
  daily_quota_exceeded: {
    title: 'بلغنا الحد اليومي',
    advice: 'استُنفدت كل طلبات الساعات الأربع والعشرين الحالية. يرجى إعادة المحاولة بعد تجدد الحد.',
  },
  internal_error: {
    title: 'حدث خطأ ما',
    advice: 'يرجى إعادة المحاولة. إن استمرت المشكلة، فيرجى إعطاء مشغل الخدمة رقم الطلب أدناه.',
  },
  too_many_open_orders: {
    title: 'حجوزات مفتوحة كثيرة جدًا',
    advice: 'يمكنك حجز حيوان آخر بعد انتهاء أحد حجوزاتك. ويمكن للملجأ إلغاء أحدها من أجلك.',
  },
  already_applied: {
    title: 'سبق أن قدّمت طلبًا',
    advice: 'يوجد طلب مفتوح لهذا الحيوان بهذا البريد الإلكتروني. يُظهره رابطه الموجود أيضًا في رسالة التأكيد.',
  },
  too_many_open_applications: {
    title: 'طلبات مفتوحة كثيرة جدًا',
    advice: 'يمكنك طلب تبنّي حيوان آخر بعد الرد على أحد طلباتك، أو بعد سحب أحدها.',
  },
  pet_not_found: { title: 'لم يعد هذا الحيوان هنا', advice: 'ربما حُذف بعد فتح الصفحة.' },
  order_closed: { title: 'طلب التبني هذا مغلق', advice: 'أغلقه شخص آخر، أو انتهت مدته. يمكنك عرض حالته الحالية.' },
  missing_api_key: { title: 'انتهت جلستك', advice: 'يرجى تسجيل الدخول مجددًا للمتابعة.' },
  account_suspended: { title: 'هذا الحساب موقوف', advice: 'يرجى التواصل مع مشغل هذه الخدمة.' },
} as const satisfies WordsOf<typeof english>;
