import type { PolicyRow } from './permission-row.ts';
import { absenceRows } from './permission-rows/absences.ts';
import { accountsRows } from './permission-rows/accounts.ts';
import { adminRows } from './permission-rows/admin.ts';
import { announcementsRows } from './permission-rows/announcements.ts';
import { auditRows } from './permission-rows/audit.ts';
import { calendarRows } from './permission-rows/calendar.ts';
import { classSeriesRows } from './permission-rows/class-series.ts';
import { classesRows } from './permission-rows/classes.ts';
import { coinRows } from './permission-rows/coins.ts';
import { cupRows } from './permission-rows/cup.ts';
import { deskRows } from './permission-rows/desk.ts';
import { landingRows } from './permission-rows/landing.ts';
import { membershipRows } from './permission-rows/memberships.ts';
import { notificationRows } from './permission-rows/notifications.ts';
import { paymentRows } from './permission-rows/payments.ts';
import { peopleRows } from './permission-rows/people.ts';
import { privacyRows } from './permission-rows/privacy.ts';
import { profileRows } from './permission-rows/profiles.ts';
import { quizRows } from './permission-rows/quiz.ts';
import { reportsRows } from './permission-rows/reports.ts';
import { sharingRows } from './permission-rows/sharing.ts';
import { storeRows } from './permission-rows/store.ts';
import { systemRows } from './permission-rows/system.ts';
import { teacherRows } from './permission-rows/teachers.ts';
import { todayRows } from './permission-rows/today.ts';
import { videosRows } from './permission-rows/videos.ts';

/** For a community whose operations are walked: codes go to telephones of Mexico. */
export const phoneCodes = { countries: ['MX'], aDay: 1000 } as const;

/** The rows of every feature. */
export const policy: Record<string, PolicyRow> = {
  ...systemRows,
  ...accountsRows,
  ...auditRows,
  ...notificationRows,
  ...profileRows,
  ...coinRows,
  ...paymentRows,
  ...membershipRows,
  ...storeRows,
  ...teacherRows,
  ...classesRows,
  ...classSeriesRows,
  ...absenceRows,
  ...calendarRows,
  ...videosRows,
  ...cupRows,
  ...todayRows,
  ...sharingRows,
  ...quizRows,
  ...deskRows,
  ...landingRows,
  ...peopleRows,
  ...privacyRows,
  ...adminRows,
  ...announcementsRows,
  ...reportsRows,
};
