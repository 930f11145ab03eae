import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Where a page lives: in its feature. */
const page = (feature: string, file: string) => `../features/${feature}/web/${file}.tsx`;

/**
 * Every address of the product, one line each. A layout is the frame of what is listed in it; one that a feature
 * adds inside the user's frame may fill the frame's slots or act when somebody arrives.
 */
export default [
  layout(page('accounts', 'session-layout'), [
    layout(page('accounts', 'public-layout'), [
      index(page('landing', 'landing-page')),
      route('auth', page('accounts', 'auth-page')),
      route('quiz', page('quiz', 'quiz-page')),
      route('quiz/plan', page('quiz', 'plan-page')),
    ]),

    // Open to all, in the frame of whoever is looking.
    layout(page('accounts', 'user-layout'), [
      // The balance stands in the frame's bar.
      layout(page('coins', 'coins-layout'), [
        route('ranking', page('cup', 'ranking-page')),
        route('store', page('store', 'store-page')),
        // For the signed-in: a visitor goes to /auth and comes back.
        layout(page('accounts', 'require-account'), [
          // What somebody answered before they had an account.
          layout(page('quiz', 'save-quiz-answers'), [
            route('dashboard', page('profiles', 'dashboard-page')),
            route('feed', page('videos', 'feed-page')),
            route('feed/saved', page('videos', 'saved-page')),
            route('feed/saved/:id', page('videos', 'saved-player-page')),
            route('classes', page('classes', 'classes-page')),
            route('conversation-clubs', page('classes', 'conversation-clubs-page')),
            route('calendar', page('classes', 'calendar-page')),
            route('coins', page('coins', 'coins-page')),
            route('profile', page('profiles', 'profile-page')),
          ]),
        ]),
      ]),
    ]),

    layout(page('accounts', 'require-admin'), [
      layout(page('accounts', 'admin-layout'), [
        route('admin', page('admin', 'overview-page')),
        route('admin/classes', page('classes', 'admin-classes-page')),
        route('admin/ranking', page('cup', 'admin-ranking-page')),
        route('admin/*', page('accounts', 'elsewhere-in-admin')),
      ]),
    ]),

    layout(page('accounts', 'public-layout'), { id: 'not-found-frame' }, [route('*', 'not-found-page.tsx')]),
  ]),
] satisfies RouteConfig;
