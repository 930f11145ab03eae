import { InkDrop, type InkDropMood } from '#web/ui/ink-drop.tsx';
import styles from './cup-avatar.module.css';

const moods: readonly InkDropMood[] = ['happy', 'proud', 'thinking', 'surprised', 'shy', 'asleep'];
const tints = 5;

/** A drawn face beside a name of the board: the same name has the same face everywhere. */
export function CupAvatar({ name }: { name: string }) {
  const number = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return (
    <span className={styles.avatar} data-tint={number % tints} aria-hidden>
      <InkDrop size="xs" mood={moods[number % moods.length] ?? 'happy'} />
    </span>
  );
}
