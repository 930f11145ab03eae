import { daysAgo, type Json, lacking, threeAbsences, withAbsences } from './answers-of-other-states.ts';

/** Who looks at a page. */
export const people = ['visitor', 'student', 'teacher', 'admin'] as const;
export type Person = (typeof people)[number];

/**
 * One picture: a page, and for a drawer, dialog or menu what is pressed to open it. A step is a role and the key of
 * its text, `button store:buyThis`, so that the tour works in every language, `text` and a key, or `css` and a
 * selector. The first visible match is pressed.
 */
export type Stop = {
  path: string;
  name?: string;
  steps?: readonly string[];
  only?: 'phone' | 'desktop';
  /** What differs in an answer of the server, for a state that this community is not in. */
  shows?: { api: string | RegExp; change: (answer: Json) => object };
};

const to = (...paths: string[]): Stop[] => paths.map((path) => ({ path }));
const openClass = 'css main a[href*="class="]';
const classPage = 'css main a[href^="/classes/"]';
const teacherPage = 'css main a[href^="/teachers/"]';
const classBlock = 'css main button:has(svg):has-text(":")';
const openPerson = 'css main li button, main td button';
const account: Stop = { path: '/dashboard', name: 'account-menu', steps: ['button shell:menu.account'] };
const menu = (path: string): Stop => ({
  path,
  name: 'menu',
  steps: ['button shell:menu.open'],
  only: 'phone',
});

/** A club of the demo's that repeats. */
const seriesBlock = 'css main button:has(svg):has-text("Apéro français")';
/** One that the teacher gives. */
const ownSeriesBlock = 'css main button:has(svg):has-text("English Coffee")';
const ofSeries = (name: string, ...steps: string[]): Stop => ({
  path: '/admin/classes?view=list',
  name: `series-${name}`,
  steps: [seriesBlock, ...steps],
});

/** A drawer beside the classes, whose buttons are in a menu on a phone. */
const classTool = (name: string, text: string): Stop[] => [
  {
    path: '/admin/classes',
    name,
    steps: ['button classes:admin.tools', `menuitem ${text}`],
    only: 'phone',
  },
  { path: '/admin/classes', name, steps: [`button ${text}`], only: 'desktop' },
];

/** A plan that an administrator gave for good. */
const endless = (plan: unknown) => ({ ...(plan as Json), endsAt: null, canCancel: true });
const leavePlan: Stop = {
  path: '/membership',
  name: 'leave',
  steps: ['button memberships:current.leave'],
  shows: { api: '/api/memberships/mine', change: (own) => ({ ...own, membership: endless(own.membership) }) },
};

/** The dashboard as it is with another streak. */
const streakIs = (name: string, streak: (now: Json) => object): Stop => ({
  path: '/dashboard',
  name: `streak-${name}`,
  shows: {
    api: '/api/today',
    change: (today) => ({ ...today, streak: { ...(today.streak as Json), ...streak(today.streak as Json) } }),
  },
});
const lastDays = ({ lastDays }: Json, mark: (nth: number) => string) =>
  (lastDays as Json[]).map((day, nth) => ({ ...day, mark: mark(nth) }));

/** A class that its teacher has asked another one to give. */
const onOffer = (liveClass: Json) => ({
  ...liveClass,
  offer: { id: '019a0000-0000-7000-8000-000000000008', name: 'María Fernanda Castellanos' },
});
/** A payment of the student's that the bank refused. */
const refusedPayment = () => ({
  id: '019a0000-0000-7000-8000-000000000007',
  kind: 'single',
  tier: null,
  title: 'Conversación en inglés: películas sin subtítulos',
  classId: '019a0000-0000-7000-8000-000000000001',
  amountCents: 300,
  currency: 'USD',
  paidOtherwise: null,
  method: 'card',
  status: 'failed',
  refundWanted: false,
  createdAt: daysAgo(0),
  completedAt: null,
  refundedAt: null,
  refundedByBank: false,
  owedBack: false,
  givenBack: null,
  isTest: true,
  url: null,
  expiresAt: null,
});
const managed = /^\/api\/classes\/managed\/[^/]+$/;

export const tour: Record<Person, readonly Stop[]> = {
  visitor: [
    ...to('/', '/quiz', '/quiz/plan', '/auth', '/auth?register=true', '/store', '/ranking', '/no-such-page'),
    ...to('/certificates/NONE', '/unsubscribe#token=x', '/i/000000000000', '/auth/phone'),
    menu('/'),
    { path: '/', name: 'class-page', steps: [classPage] },
    {
      path: '/',
      name: 'class-lacks-learners',
      steps: [classPage],
      shows: { api: /^\/api\/sharing\/classes\/[^/]+$/, change: lacking },
    },
    { path: '/', name: 'teacher-page', steps: [classPage, teacherPage] },
    {
      path: '/auth/guardian#token=x',
      name: 'asked',
      shows: {
        api: '/api/accounts/links/read',
        change: () => ({
          email: 'carmen@demo.example',
          kid: 'Mía',
          withdrawal: '/auth/withdraw',
          passwordMinLength: null,
        }),
      },
    },
    {
      path: '/auth/withdraw#token=x',
      name: 'withdrawing',
      shows: { api: '/api/people/withdrawals/read', change: () => ({ kid: 'Mía', given: true }) },
    },
    { path: '/auth', name: 'forgotten', steps: ['css form button[type="button"]:last-of-type'] },
  ],
  student: [
    ...to('/dashboard', '/feed', '/feed/saved', '/conversation-clubs', '/calendar', '/calendar/feed'),
    ...to('/classes', '/classes?tab=upcoming', '/classes?tab=calendar', '/classes?tab=past'),
    ...to('/store', '/coins', '/membership', '/ranking', '/notifications', '/teacher'),
    ...to('/notifications/choices', '/announcements'),
    ...to('/profile', '/profile?tab=teacher', '/no-such-page'),
    menu('/dashboard'),
    account,
    { path: '/dashboard', name: 'bell', steps: ['button notifications:bell.none'], only: 'desktop' },
    { path: '/feed', name: 'filters', steps: ['button videos:action.filters'], only: 'phone' },
    { path: '/conversation-clubs', name: 'club', steps: [openClass] },
    { path: '/store', name: 'purchase', steps: ['button store:buyThis'] },
    { path: '/membership', name: 'upgrade', steps: ['button memberships:actions.upgrade'] },
    leavePlan,
    { path: '/profile', name: 'edit', steps: ['button profiles:profile.editOf'] },
    { path: '/profile', name: 'email', steps: ['button accounts:emailPart.change'] },
    { path: '/profile', name: 'phone', steps: ['button accounts:phonePart.add'] },
    {
      path: '/conversation-clubs',
      name: 'paused',
      shows: { api: '/api/classes/absences', change: threeAbsences },
    },
    {
      path: '/conversation-clubs',
      name: 'absences',
      steps: ['css main summary'],
      shows: { api: '/api/classes/absences', change: threeAbsences },
    },
    {
      path: '/conversation-clubs',
      name: 'say-why',
      steps: ['css main summary', 'css main details button'],
      shows: { api: '/api/classes/absences', change: threeAbsences },
    },
    {
      path: '/classes',
      name: 'leave-late',
      steps: ['button classes:seat.leaveFrom'],
      shows: {
        api: '/api/classes',
        change: ({ items, ...page }) => ({
          ...page,
          items: (items as Json[]).map((each) => ({ ...each, isPaid: false, leavesFreeUntil: daysAgo(1) })),
        }),
      },
    },
    // After the stop before it, because it may give the seat back.
    { path: '/classes', name: 'cancel', steps: ['button classes:seat.leaveFrom'] },
    {
      path: `/payments/${refusedPayment().id}`,
      name: 'failed',
      shows: { api: /^\/api\/payments\/[^/]+$/, change: refusedPayment },
    },
    { path: '/classes?tab=past', name: 'notes', steps: ['link classes:notes.seeOf'] },
    {
      path: '/profile',
      name: 'holiday',
      shows: {
        api: '/api/profiles/me/streak',
        change: (streak) => ({ ...streak, holiday: { firstDay: streak.today, lastDay: streak.today } }),
      },
    },
    streakIs('new', (now) => ({
      days: 0,
      practisedToday: false,
      shields: 0,
      lastDays: lastDays(now, () => 'none'),
    })),
    streakIs('kept', (now) => ({
      days: 21,
      practisedToday: true,
      lastDays: lastDays(now, () => 'practised'),
    })),
    streakIs('shielded', (now) => ({
      days: 12,
      practisedToday: true,
      shields: 1,
      lastDays: lastDays(now, (nth) => (nth === 3 ? 'kept' : 'practised')),
    })),
    streakIs('holiday', (now) => ({
      practisedToday: false,
      holiday: { firstDay: now.today, lastDay: now.today },
    })),
  ],
  teacher: [
    ...to('/teacher', '/admin/classes', '/admin/classes?view=list', '/admin/classes?new'),
    ...to('/feed/proposals', '/teacher/certificates', '/profile?tab=teacher', '/conversation-clubs'),
    menu('/teacher'),
    { path: '/calendar', name: 'share-week', steps: ['button classes:share.week.open'] },
    { path: '/admin/classes?view=list', name: 'class', steps: [classBlock] },
    { path: '/admin/classes?view=list', name: 'roll', steps: [classBlock, 'tab classes:roll.tab'] },
    {
      path: '/admin/classes?view=list',
      name: 'lacks-learners',
      steps: [classBlock],
      shows: { api: managed, change: lacking },
    },
    {
      path: '/admin/classes?view=list',
      name: 'cancelled',
      steps: [classBlock],
      shows: {
        api: managed,
        change: (liveClass) => ({
          ...lacking(liveClass),
          status: 'cancelled',
          cancelReason: 'Estoy enferma, lo siento mucho.',
        }),
      },
    },
    { path: '/admin/classes?view=list', name: 'notes', steps: [classBlock, 'tab classes:notes.tab'] },
    {
      path: '/admin/classes?view=list',
      name: 'message',
      steps: [classBlock, 'tab classes:roll.tab', 'button classes:messages.open'],
    },
    {
      path: '/admin/classes?view=list',
      name: 'offer',
      steps: [ownSeriesBlock, 'css [role=dialog] button[aria-haspopup]', 'menuitem classes:offer.open'],
    },
    {
      path: '/admin/classes?view=list',
      name: 'class-on-offer',
      steps: [classBlock],
      shows: { api: managed, change: onOffer },
    },
    {
      path: '/admin/classes?view=list',
      name: 'classes-on-offer',
      shows: {
        api: '/api/classes/managed',
        change: ({ items, ...page }) => ({ ...page, items: (items as Json[]).map(onOffer) }),
      },
    },
  ],
  admin: [
    ...to('/admin', '/admin/classes', '/admin/classes?view=list', '/admin/classes?new', '/admin/students'),
    ...to('/admin/payments', '/admin/payments?tab=teachers', '/admin/payments?tab=prices', '/admin/ranking'),
    ...to('/admin/teachers', '/admin/videos', '/admin/videos?tab=channels', '/admin/videos?tab=mix'),
    ...to('/admin/store', '/admin/store?tab=rules'),
    ...to(
      '/admin/calendar',
      '/admin/audit',
      '/admin/announcements',
      '/admin/students/invitations',
      '/admin/reports',
    ),
    menu('/admin'),
    { path: '/admin/announcements', name: 'write', steps: ['button announcements:manage.write'] },
    { path: '/admin', name: 'table', steps: ['text admin:trends.table'] },
    { path: '/admin/classes', name: 'class', steps: [classBlock] },
    { path: '/admin/classes', name: 'tools', steps: ['button classes:admin.tools'], only: 'phone' },
    ...classTool('copy-week', 'classes:copyWeek.open'),
    ...classTool('holidays', 'classes:holidays.title'),
    ...classTool('rules', 'classes:rules.title'),
    {
      path: '/admin/classes',
      name: 'roll-absences',
      steps: [classBlock, 'tab classes:roll.tab'],
      shows: { api: /^\/api\/classes\/[^/]+\/roster$/, change: withAbsences },
    },
    ofSeries('class'),
    ofSeries('edit', 'button classes:edit.open', 'text classes:repeats.reach.following'),
    ofSeries(
      'cancel',
      'css [role=dialog] button[aria-haspopup]',
      'menuitem classes:cancel.open',
      'text classes:repeats.reach.all',
    ),
    ofSeries(
      'hand-over',
      'css [role=dialog] button[aria-haspopup]',
      'menuitem classes:handOver.open',
      'text classes:repeats.reach.following',
    ),
    { path: '/admin/classes?new', name: 'refused', steps: ['button classes:form.submit'] },
    { path: '/admin/payments?tab=teachers', name: 'pay-out', steps: ['button payments:owed.payOf'] },
    { path: '/admin/students', name: 'person', steps: [openPerson] },
    { path: '/admin/students', name: 'acts', steps: ['button people:menu.label'] },
    {
      path: '/admin/students',
      name: 'role',
      steps: ['button people:menu.label', 'menuitem people:acts.role'],
    },
    { path: '/admin/payments', name: 'record', steps: ['button people:record.open'] },
    { path: '/admin/payments', name: 'acts', steps: ['button payments:list.acts'] },
    {
      path: '/admin/payments',
      name: 'refund',
      steps: ['button payments:list.acts', 'menuitem payments:refund.open'],
    },
    { path: '/admin/ranking', name: 'closing', steps: ['button cup:closing.look'] },
    { path: '/admin/teachers', name: 'reject', steps: ['button teachers:admin.rejectOf'] },
    { path: '/admin/videos', name: 'edit', steps: ['button videos:moderation.edit'] },
    { path: '/admin/store', name: 'fulfil', steps: ['button store:manage.fulfilThis'] },
    { path: '/admin/store', name: 'prices', steps: ['tab store:manage.prices'] },
  ],
};

export type Look = { width: number; height: number; colorScheme: 'light' | 'dark' };

/** Reads `390-light`; any width can be asked for. */
export function lookOf(name: string): Look {
  const width = Number.parseInt(name, 10);
  return {
    width,
    height: width < 600 ? 844 : 800,
    colorScheme: name.endsWith('dark') ? 'dark' : 'light',
  };
}

export const looks: readonly string[] = ['390-light', '390-dark', '1280-light', '1280-dark'];

/** The picture's name without its look: `student-store-purchase`. */
export function nameOf(person: Person, { path, name }: Stop): string {
  const page = path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home';
  return [person, page, name].filter(Boolean).join('-').toLowerCase();
}
