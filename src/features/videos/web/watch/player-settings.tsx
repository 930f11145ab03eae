import { useLocalStorage } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

/** The player settings of all videos. The browser stores sound and captions for the next visit. */
export type PlayerSettings = {
  /** True when the student wants sound and the browser allows it. */
  sound: boolean;
  toggleSound: () => void;
  /** Called when the browser refuses to play with sound; videos stay muted until the student unmutes again. */
  refuseSound: () => void;
  captions: boolean;
  toggleCaptions: () => void;
};

const SettingsContext = createContext<PlayerSettings | null>(null);

export function usePlayerSettings(): PlayerSettings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('usePlayerSettings is for players inside PlayerSettingsProvider');
  return settings;
}

/**
 * Browsers play sound only after the student has touched the page. A stored setting for sound takes effect with the
 * first touch or key.
 */
export function PlayerSettingsProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useRemembered('sumi.feed.sound', false);
  const [captions, setCaptions] = useRemembered('sumi.feed.captions', true);
  const [refused, setRefused] = useState(() => !navigator.userActivation?.hasBeenActive);

  useEffect(() => {
    const touched = () => setRefused(false);
    for (const kind of ['pointerup', 'keydown'] as const) {
      window.addEventListener(kind, touched, { once: true });
    }
    return () => {
      window.removeEventListener('pointerup', touched);
      window.removeEventListener('keydown', touched);
    };
  }, []);

  const sound = wanted && !refused;
  const settings = useMemo<PlayerSettings>(
    () => ({
      sound,
      toggleSound: () => {
        setWanted(!sound);
        setRefused(false);
      },
      refuseSound: () => setRefused(true),
      captions,
      toggleCaptions: () => setCaptions(!captions),
    }),
    [sound, captions, setWanted, setCaptions],
  );
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

function useRemembered(key: string, defaultValue: boolean) {
  return useLocalStorage({ key, defaultValue, getInitialValueInEffect: false });
}
