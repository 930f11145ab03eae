import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { chosenLocale, speak } from './i18n/i18n.ts';

// The landing page is written out in Spanish and has to be taken over as it is (root.tsx turns to the chosen
// language after that); every other page is drawn here, so it can wait a moment for its texts.
if (window.location.pathname !== '/') await speak(chosenLocale());

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
