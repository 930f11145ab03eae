import 'i18next';
import type accounts from '../features/accounts/web/texts/es.json';
import type admin from '../features/admin/web/texts/es.json';
import type announcements from '../features/announcements/web/texts/es.json';
import type audit from '../features/audit/web/texts/es.json';
import type calendar from '../features/calendar/web/texts/es.json';
import type classes from '../features/classes/web/texts/es.json';
import type coins from '../features/coins/web/texts/es.json';
import type cup from '../features/cup/web/texts/es.json';
import type landing from '../features/landing/web/texts/es.json';
import type memberships from '../features/memberships/web/texts/es.json';
import type notifications from '../features/notifications/web/texts/es.json';
import type payments from '../features/payments/web/texts/es.json';
import type people from '../features/people/web/texts/es.json';
import type privacy from '../features/privacy/web/texts/es.json';
import type profiles from '../features/profiles/web/texts/es.json';
import type quiz from '../features/quiz/web/texts/es.json';
import type reports from '../features/reports/web/texts/es.json';
import type sharing from '../features/sharing/web/texts/es.json';
import type store from '../features/store/web/texts/es.json';
import type teachers from '../features/teachers/web/texts/es.json';
import type today from '../features/today/web/texts/es.json';
import type videos from '../features/videos/web/texts/es.json';
import type shell from './texts/es.json';

/**
 * The keys of the Spanish texts, so that `t()` of a key that does not exist is a type error. A feature adds its line.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      reports: typeof reports;
      sharing: typeof sharing;
      today: typeof today;
      announcements: typeof announcements;
      shell: typeof shell;
      accounts: typeof accounts;
      admin: typeof admin;
      audit: typeof audit;
      calendar: typeof calendar;
      classes: typeof classes;
      coins: typeof coins;
      cup: typeof cup;
      landing: typeof landing;
      memberships: typeof memberships;
      notifications: typeof notifications;
      payments: typeof payments;
      people: typeof people;
      privacy: typeof privacy;
      profiles: typeof profiles;
      quiz: typeof quiz;
      store: typeof store;
      teachers: typeof teachers;
      videos: typeof videos;
    };
  }
}
