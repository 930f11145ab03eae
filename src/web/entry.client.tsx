import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { takeAnswersAhead, takeDescriptionAhead } from './ahead/answers-ahead.ts';
import { queryClient } from './api/query-client.ts';
import { chosenLocale, speak } from './i18n/i18n.ts';
import { keepLocaleCookie } from './i18n/locale-cookie.ts';

// The pages are drawn here, so they can wait a moment for their texts.
await speak(chosenLocale());
takeAnswersAhead(queryClient);
takeDescriptionAhead();
keepLocaleCookie();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
