import { Portal } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from './coin.tsx';
import { type CoinFlight, hearCoins } from './coin-flights.ts';
import styles from './earned-coins.module.css';

const [flightMs, shownMs] = [800, 3500];

/**
 * What was just earned, at the balance: a coin flies there from where it was earned, then `+1` shows for a moment,
 * with what it is for.
 * Under reduced motion only `+1` shows.
 */
export function EarnedCoins() {
  const { t } = useTranslation('coins');
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [earned, setEarned] = useState<CoinFlight | null>(null);
  const goal = useRef<HTMLSpanElement>(null);
  useEffect(() => hearCoins(setEarned), []);
  useEffect(() => {
    if (!earned) return;
    const timer = setTimeout(() => setEarned(null), shownMs);
    return () => clearTimeout(timer);
  }, [earned]);
  return (
    <span ref={goal} className={styles.goal} role="status">
      {earned && (
        <>
          <span className="visually-hidden">
            {t('badge.earned', { count: earned.coins })},{' '}
            {t(`badge.of.${partOf(earned)}`, { streak: earned.ofStreak })}
          </span>
          <span className={styles.sum} data-late={(!still && earned.from !== null) || undefined} aria-hidden>
            <span>+{earned.coins}</span>
            <span className={styles.of}>{t(`badge.of.${partOf(earned)}`, { streak: earned.ofStreak })}</span>
          </span>
          {!still && earned.from && <FlyingCoin from={earned.from} goal={goal} />}
        </>
      )}
    </span>
  );
}

/** What earned the coins: the video, the streak day that it made, or both. */
function partOf({ coins, ofStreak }: CoinFlight): 'video' | 'streak' | 'both' {
  if (ofStreak === 0) return 'video';
  return ofStreak === coins ? 'streak' : 'both';
}

function FlyingCoin({
  from,
  goal,
}: {
  from: { x: number; y: number };
  goal: React.RefObject<HTMLElement | null>;
}) {
  const coin = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const end = goal.current?.getBoundingClientRect();
    if (!end) return;
    const at = (x: number, y: number, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`;
    coin.current?.animate(
      [
        { transform: at(from.x, from.y, 0.4), opacity: 0 },
        { transform: at(from.x, from.y - 24, 1.3), opacity: 1, offset: 0.25 },
        { transform: at(end.x, end.y, 0.6), opacity: 1 },
      ],
      { duration: flightMs, easing: 'ease-in', fill: 'both' },
    );
  }, [from, goal]);
  return (
    <Portal>
      <span ref={coin} className={styles.flying} aria-hidden>
        <Coin size="md" />
      </span>
    </Portal>
  );
}
