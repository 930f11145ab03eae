import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Account } from '#features/accounts/contract.ts';
import * as authPage from '#features/accounts/web/enter/auth-page.tsx';
import { demoSignInsQuery } from '#features/accounts/web/enter/demo-sign-ins.tsx';
import { signInRulesQuery } from '#features/accounts/web/sign-in-rules.ts';
import * as overviewPage from '#features/admin/web/overview-page.tsx';
import { overviewQuery, trendsQuery, waitingQuery } from '#features/admin/web/queries.ts';
import * as classesPage from '#features/classes/web/my-classes/classes-page.tsx';
import NextClassPart from '#features/classes/web/next-class/next-class-part.tsx';
import { ownSeatsQuery } from '#features/classes/web/queries.ts';
import { referralQuery, walletQuery } from '#features/coins/web/queries.ts';
import * as rankingPage from '#features/cup/web/board/ranking-page.tsx';
import { cupBoardQuery, cupSeasonsQuery, ownCupQuery } from '#features/cup/web/queries.ts';
import { plansQuery } from '#features/memberships/web/plans-query.ts';
import { latestNoticesQuery } from '#features/notifications/web/queries.ts';
import * as dashboardPage from '#features/profiles/web/dashboard-page.tsx';
import { lastMovementsQuery, profileQuery, streakQuery } from '#features/profiles/web/queries.ts';
import * as quizPage from '#features/quiz/web/quiz/quiz-page.tsx';
import { itemsQuery, ordersQuery } from '#features/store/web/queries.ts';
import * as storePage from '#features/store/web/store-page.tsx';
import { todayQuery } from '#features/today/web/queries.ts';
import TodayPart from '#features/today/web/today-part.tsx';
import { noFilters } from '#features/videos/web/feed/feed-filters.ts';
import * as feedPage from '#features/videos/web/feed/feed-page.tsx';
import { keptFilters } from '#features/videos/web/feed/use-feed-filters.ts';
import { feedQuery } from '#features/videos/web/queries.ts';
import type { PageReader } from '#shared/prerender.ts';
import type { pageMeta } from '../page-meta.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import AdminLayout from './admin-layout.tsx';
import PublicLayout from './public-layout.tsx';
import UserLayout from './user-layout.tsx';

export type PageToPrerender = {
  /** The ways in which the page begins, by the search of its address; 'any' where it changes nothing written. */
  begins: readonly string[] | 'any';
  frame: ComponentType;
  /** The layouts between the frame and the page, the outer first, whose parts are written into the page. */
  layouts?: readonly ComponentType[];
  /** Whether the frame shows this page to a member; without it, to each of them. */
  isFor?(account: Account): boolean;
  page: { default: ComponentType; meta(): ReturnType<typeof pageMeta>; handle?: unknown };
  /** What it asks the server, beside who reads it, before it is whole. */
  ask(client: QueryClient): Promise<unknown>[];
  /** What a member's browser keeps, in its local storage, when the page begins in a way of their own. */
  ownBeginning?(userId: string): string;
  /** The windows, as a media query, in which the page has another shape, which only the application draws. */
  notIn?: string;
};

const firstBoard = cupBoardQuery({ season: '', language: '', order: 'xp' });

const ranking: PageToPrerender = {
  begins: [''],
  frame: UserLayout,
  page: rankingPage,
  ask: (client) => [client.fetchQuery(cupSeasonsQuery), client.fetchInfiniteQuery(firstBoard)],
};

/** What the frame of members shows of its reader: their balance and their notices. */
const ofFrame = (client: QueryClient) => [
  client.fetchQuery(walletQuery),
  client.fetchQuery(latestNoticesQuery),
];

/** The frame alone, around what says that the page is loading. */
type Frame = Pick<PageToPrerender, 'frame' | 'isFor' | 'ask'>;

const memberFrame = (): Frame => ({ frame: UserLayout, ask: ofFrame });

/** As `RequireAdmin` decides it. */
const adminFrame = (address: string): Frame => ({
  frame: AdminLayout,
  ask: (client) => [client.fetchQuery(latestNoticesQuery)],
  isFor: ({ role, verifiedTeacher, factorDue }) =>
    !factorDue && (role === 'admin' || (verifiedTeacher && address === '/admin/classes')),
});

const loading = { default: LoadingState, meta: () => [{ title: 'Sumi' }] };

function waitingIn(
  frameOf: (address: string) => Frame,
  addresses: readonly string[],
): Record<string, PageToPrerender> {
  return Object.fromEntries(
    addresses.map((address) => [address, { ...frameOf(address), begins: 'any' as const, page: loading }]),
  );
}

/** Pages of members whose own answers are not written. */
const ownAddresses = [
  '/announcements',
  '/calendar',
  '/calendar/feed',
  '/coins',
  '/conversation-clubs',
  '/feed/proposals',
  '/feed/saved',
  '/membership',
  '/notifications',
  '/notifications/choices',
  '/profile',
  '/teacher',
  '/teacher/certificates',
];

const adminAddresses = [
  '/admin/announcements',
  '/admin/audit',
  '/admin/calendar',
  '/admin/classes',
  '/admin/payments',
  '/admin/ranking',
  '/admin/reports',
  '/admin/store',
  '/admin/students',
  '/admin/students/invitations',
  '/admin/teachers',
  '/admin/videos',
];

/** The pages that are read before any script has run, each in the frame that `routes.ts` puts it in. */
export const pagesToPrerender: Record<PageReader, Record<string, PageToPrerender>> = {
  visitor: {
    '/auth': {
      begins: ['', '?register=true'],
      frame: PublicLayout,
      page: authPage,
      ask: (client) => [client.fetchQuery(signInRulesQuery), client.fetchQuery(demoSignInsQuery)],
    },
    '/quiz': { begins: [''], frame: PublicLayout, page: quizPage, ask: () => [] },
    '/ranking': ranking,
  },
  member: {
    ...waitingIn(memberFrame, ownAddresses),
    ...waitingIn(adminFrame, adminAddresses),
    '/dashboard': {
      begins: 'any',
      frame: UserLayout,
      layouts: [NextClassPart, TodayPart],
      page: dashboardPage,
      ask: (client) => [
        ...ofFrame(client),
        client.fetchQuery(profileQuery),
        client.fetchQuery(lastMovementsQuery),
        client.fetchQuery(todayQuery),
        client.fetchInfiniteQuery(ownSeatsQuery),
      ],
    },
    '/feed': {
      begins: [''],
      frame: UserLayout,
      page: feedPage,
      ask: (client) => [...ofFrame(client), client.fetchInfiniteQuery(feedQuery(noFilters))],
      ownBeginning: keptFilters,
      notIn: feedPage.wideFrom,
    },
    '/classes': {
      begins: [''],
      frame: UserLayout,
      page: classesPage,
      ask: (client) => [
        ...ofFrame(client),
        client.fetchInfiniteQuery(ownSeatsQuery),
        client.fetchQuery(plansQuery),
      ],
    },
    '/ranking': {
      ...ranking,
      ask: (client) => [
        ...ofFrame(client),
        ...ranking.ask(client),
        client.fetchQuery(ownCupQuery),
        client.fetchQuery(referralQuery),
      ],
    },
    '/store': {
      begins: [''],
      frame: UserLayout,
      page: storePage,
      ask: (client) => [
        ...ofFrame(client),
        client.fetchQuery(itemsQuery),
        client.fetchQuery(streakQuery),
        client.fetchInfiniteQuery(ordersQuery),
      ],
    },
    '/admin': {
      begins: [''],
      frame: AdminLayout,
      page: overviewPage,
      ask: (client) => [
        client.fetchQuery(latestNoticesQuery),
        client.fetchQuery(overviewQuery),
        client.fetchQuery(waitingQuery),
        client.fetchQuery(trendsQuery),
      ],
    },
  },
};
