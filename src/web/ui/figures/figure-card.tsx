import { Card, type MantineColor, ThemeIcon } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './figure-card.module.css';

/** One figure of a dashboard, as an item of a list: its picture, the figure, what it counts, and a `note`. */
export function FigureCard({
  Icon,
  color,
  label,
  figure,
  note,
}: {
  Icon: TablerIcon;
  color: MantineColor;
  label: string;
  figure: ReactNode;
  note?: string;
}) {
  return (
    <Card component="li" className={styles.card}>
      <ThemeIcon color={color} variant="light" size="xl" radius="xl">
        <Icon aria-hidden />
      </ThemeIcon>
      <span className={styles.figure}>{figure}</span>
      <span className={styles.label}>{label}</span>
      {note && <span className={styles.note}>{note}</span>}
    </Card>
  );
}
