import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** A button that copies a text and confirms it for a moment. */
export function CopyText({ text, label, copiedLabel }: { text: string; label: string; copiedLabel: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => {
        const Icon = copied ? IconCheck : IconCopy;
        return (
          <Button variant="default" leftSection={<Icon size="1.25rem" aria-hidden />} onClick={copy}>
            {copied ? copiedLabel : label}
          </Button>
        );
      }}
    </CopyButton>
  );
}
