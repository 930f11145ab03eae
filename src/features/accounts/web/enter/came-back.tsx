import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { emitSessionEvent } from '../session/session-events.ts';
import { bringVideos } from './bring-videos.ts';
import { takeWantedPage } from './leave-for-provider.ts';

/** A person who has signed in at a provider: greets them, and sends them to the page they wanted, else to `home`. */
export function CameBack({ isNew, home }: { isNew: boolean; home: string }) {
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [to, setTo] = useState<string | null>(null);
  useEffect(() => {
    // Every tab hears of it; this one has read the account after the return.
    emitSessionEvent('SIGNED_IN');
    if (isNew) bringVideos(queryClient);
    const greeting = isNew ? 'registered' : 'welcome';
    toastSuccess(t(`auth.${greeting}.title`), t(`auth.${greeting}.text`));
    setTo(takeWantedPage() ?? home);
  }, [isNew, home, queryClient, t]);
  return to && <Navigate to={to} replace />;
}
