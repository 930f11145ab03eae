import { Anchor, Text, type TextProps } from '@mantine/core';
import styles from './linked-text.module.css';
import { splitAddresses } from './split-addresses.ts';

/** What a person wrote, in its lines, with its https addresses as links. React writes it out as text, never as HTML. */
export function LinkedText({ text, ...look }: { text: string } & TextProps) {
  return (
    <Text {...look} className={styles.words}>
      {splitAddresses(text).map(({ part, isAddress }, place) =>
        isAddress ? (
          <Anchor key={place} href={part} target="_blank" rel="noopener noreferrer" inherit>
            {part}
          </Anchor>
        ) : (
          part
        ),
      )}
    </Text>
  );
}
