import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './class-card.module.css';

/** Longer texts are folded at first. */
const foldedLines = 3;
const fitsFolded = 140;

/** A person's text: in full when it is short, else folded with a button to read all. */
export function MoreText({ text }: { text: string }) {
  const { t } = useTranslation('classes');
  const [open, setOpen] = useState(false);
  const folds = text.length > fitsFolded || text.split('\n').length > foldedLines;
  return (
    <div>
      <Text size="sm" className={styles.words} lineClamp={folds && !open ? foldedLines : undefined}>
        {text}
      </Text>
      {folds && (
        <UnstyledButton className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'less' : 'more')}
        </UnstyledButton>
      )}
    </div>
  );
}
