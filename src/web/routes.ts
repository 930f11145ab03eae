import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Where a page lives: in its feature. */
const page = (feature: string, file: string) => `../features/${feature}/web/${file}.tsx`;

/**
 * Every address of the product, one line each. A layout is the frame of what is listed in it; one that a feature
 * adds inside the user's frame may fill the frame's slots or act when a page opens.
 */
export default [
  layout(page('accounts', 'session/session-layout'), [
    layout('frames/public-layout.tsx', [
      index(page('landing', 'leave-app')),
      route('auth', page('accounts', 'enter/auth-page')),
      route('auth/reset', page('accounts', 'enter/reset-page')),
      route('auth/enter', page('accounts', 'enter/enter-page')),
      route('auth/phone', page('accounts', 'phones/phone-page')),
      route('auth/verify', page('accounts', 'enter/verify-page')),
      route('auth/guardian', page('accounts', 'enter/guardian-page')),
      route('auth/withdraw', page('people', 'age/withdraw-page')),
      route('i/:code', page('accounts', 'enter/invitation-page')),
      route('unsubscribe', page('notifications', 'unsubscribe-page')),
      route('quiz', page('quiz', 'quiz/quiz-page')),
      route('quiz/plan', page('quiz', 'plan/plan-page')),
    ]),

    // Open to all: visitors see them in the public frame, members in their own.
    layout('frames/user-layout.tsx', [
      // What the person was told stands in the frame's bar, and so does their balance.
      layout(page('notifications', 'notifications-layout'), [
        layout(page('coins', 'coins-layout'), [
          route('ranking', page('cup', 'board/ranking-page')),
          route('terms', page('privacy', 'policy-page'), { id: 'terms' }),
          route('privacy', page('privacy', 'policy-page'), { id: 'privacy' }),
          route('store', page('store', 'store-page')),
          route('classes/:id', page('sharing', 'class-page')),
          route('certificates/:code', page('store', 'certificate-page')),
          // The classes that a teacher gives next are a part of their page, filled in by another feature: for visitors
          // those that are for everybody, for members with their seats.
          layout(page('sharing', 'visitor-classes-part'), [
            layout(page('classes', 'of-teacher/teacher-classes-and-reviews'), [
              route('teachers/:id', page('teachers', 'public-teacher-page')),
            ]),
          ]),
          // For the signed-in: a visitor goes to /auth and comes back.
          layout(page('accounts', 'session/require-account'), [
            // Saves the quiz answers of a visitor who has signed up since.
            layout(page('quiz', 'save-quiz-answers'), [
              // So are the next class and what is left to do today parts of the dashboard.
              layout(page('classes', 'next-class/next-class-part'), [
                layout(page('today', 'today-part'), [route('dashboard', page('profiles', 'dashboard-page'))]),
              ]),
              // The finish line of the feed says how many videos still give coins today.
              layout(page('today', 'left-part'), [route('feed', page('videos', 'feed/feed-page'))]),
              route('feed/proposals', page('videos', 'propose/proposals-page')),
              route('feed/saved', page('videos', 'saved/saved-page')),
              route('feed/saved/:id', page('videos', 'saved/saved-player-page')),
              route('classes', page('classes', 'my-classes/classes-page')),
              route('conversation-clubs', page('classes', 'clubs/conversation-clubs-page')),
              route('calendar', page('classes', 'week-of-clubs/week-of-clubs-page')),
              route('calendar/feed', page('calendar', 'calendar-feed-page')),
              route('coins', page('coins', 'coins-page')),
              route('membership', page('memberships', 'membership-page')),
              route('payments/test/:id', page('payments', 'test-checkout-page')),
              route('payments/:id', page('payments', 'payment-page')),
              // Teaching is a part of the profile, filled in by its own feature, and so is what is done with own data.
              layout(page('teachers', 'teacher-part'), [
                layout(page('privacy', 'own-data-part'), [
                  route('profile', page('profiles', 'profile-page')),
                ]),
              ]),
              // The classes of a verified teacher stand at the head of their page.
              layout(page('classes', 'desk/desk-part'), [route('teacher', page('teachers', 'teacher-page'))]),
              route('teacher/certificates', page('store', 'teacher-certificates-page')),
              route('announcements', page('announcements', 'announcements-page')),
              route('notifications', page('notifications', 'notifications-page')),
              route('notifications/choices', page('notifications', 'choices-page')),
            ]),
          ]),
        ]),
      ]),
    ]),

    layout(page('accounts', 'session/require-admin'), [
      layout('frames/admin-layout.tsx', [
        layout(page('notifications', 'notifications-layout'), { id: 'notifications-in-admin' }, [
          route('admin', page('admin', 'overview-page')),
          route('admin/classes', page('classes', 'organise/admin-classes-page')),
          route('admin/calendar', page('calendar', 'admin-calendar-page')),
          route('admin/students', page('people', 'students-page')),
          route('admin/students/invitations', page('people', 'invitations/admin-invitations-page')),
          route('admin/ranking', page('cup', 'import/admin-ranking-page')),
          // Later features put their parts into the page of payments: the prices, and the form of a payment by hand.
          layout(page('memberships', 'prices/prices-part'), [
            layout(page('people', 'record-payment/record-payment-part'), [
              route('admin/payments', page('payments', 'admin-payments-page')),
            ]),
          ]),
          route('admin/store', page('store', 'admin-store-page')),
          route('admin/announcements', page('announcements', 'admin-announcements-page')),
          route('admin/audit', page('audit', 'audit-page')),
          route('admin/videos', page('videos', 'moderate/admin-videos-page')),
          route('admin/reports', page('reports', 'admin-reports-page')),
          route('admin/teachers', page('teachers', 'admin-teachers-page')),
          route('admin/*', 'frames/elsewhere-in-admin.tsx'),
        ]),
      ]),
    ]),

    layout('frames/user-layout.tsx', { id: 'not-found-frame' }, [route('*', 'not-found-page.tsx')]),
  ]),
] satisfies RouteConfig;
