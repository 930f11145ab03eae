import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { queryClient } from './api/query-client.ts';
import { chosenLocale, setLanguage } from './i18n/i18n.ts';
import { setLocaleCookie } from './i18n/locale-cookie.ts';
import { takePrerenderedAnswers, takePrerenderedDescription } from './prerender/prerendered-answers.ts';
import { noteFocus } from './ui/overlays/last-focused.ts';

// The pages are drawn here, so they can wait a moment for their texts.
await setLanguage(chosenLocale());
takePrerenderedAnswers(queryClient);
takePrerenderedDescription();
setLocaleCookie();
noteFocus();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
