import { Button } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyOrShow } from './share/copy-or-show.ts';

/** How long a button says that it has copied, in milliseconds. */
const saidFor = 2000;

/** A button that copies a text and confirms it for a moment. */
export function CopyText({
  text,
  label,
  copiedLabel,
}: {
  /** A function says it when it is copied: the address of the page is not known while a document is written. */
  text: string | (() => string);
  label: string;
  copiedLabel: string;
}) {
  const { t } = useTranslation('shell');
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), saidFor);
  const copy = async () => {
    const words = typeof text === 'function' ? text() : text;
    setCopied(await copyOrShow(words, t('share.textCopyFailed')));
    start();
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Button variant="default" leftSection={<Icon size="1.25rem" aria-hidden />} onClick={copy}>
        {copied ? copiedLabel : label}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && copiedLabel}
      </span>
    </>
  );
}
