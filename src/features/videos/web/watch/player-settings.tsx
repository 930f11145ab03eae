import { useLocalStorage } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

/** How videos are to be played, for all of them at once and, sound and captions, on the next visit too. */
export type PlayerSettings = {
  /** Whether there is sound now: wanted, and allowed by the browser. */
  sound: boolean;
  toggleSound: () => void;
  /** Called when the browser would not play with sound; silent until somebody asks for it again. */
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
 * Browsers play sound only for somebody who has touched the page. Until then a remembered wish for sound waits,
 * and comes true with the first touch or key.
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
