import { accountData } from '#features/accounts/own-data.ts';
import { announcementData } from '#features/announcements/own-data.ts';
import { auditData } from '#features/audit/own-data.ts';
import { calendarData } from '#features/calendar/own-data.ts';
import { classData } from '#features/classes/own-data.ts';
import { coinData } from '#features/coins/own-data.ts';
import { cupData } from '#features/cup/own-data.ts';
import { membershipData } from '#features/memberships/own-data.ts';
import { noticeData } from '#features/notifications/own-data.ts';
import { paymentData } from '#features/payments/own-data.ts';
import { profileData } from '#features/profiles/own-data.ts';
import { quizData } from '#features/quiz/own-data.ts';
import { reportData } from '#features/reports/own-data.ts';
import { storeData } from '#features/store/own-data.ts';
import { teacherData } from '#features/teachers/own-data.ts';
import { videoData } from '#features/videos/own-data.ts';
import type { OwnData } from '#server/own-data/own-data.ts';

/**
 * What each feature stores about a person, in the order in which their archive shows it. It is erased in the opposite
 * order: notices after all that may still send one about the person, and the account, which the others refer to, last.
 */
export const everyOwnData: readonly OwnData[] = [
  accountData,
  noticeData,
  profileData,
  quizData,
  classData,
  coinData,
  storeData,
  paymentData,
  membershipData,
  videoData,
  cupData,
  teacherData,
  calendarData,
  reportData,
  announcementData,
  auditData,
];
