import { Alert, Button, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MetaArgs, useLocation } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { type Locale, locales } from '#shared/locales.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { AskBeforeLeaving } from '#web/ui/dialogs/ask-before-leaving.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { changePolicy, type Policy, type PolicyName } from '../contract.ts';
import classes from './policy-page.module.css';
import { policyQuery } from './queries.ts';

const nameAt = (pathname: string): PolicyName => (pathname.startsWith('/terms') ? 'terms' : 'privacy');

export const meta = ({ location }: MetaArgs) =>
  pageMeta(i18n.t(`policies.${nameAt(location.pathname)}`, { ns: 'privacy' }));

/** The terms (`/terms`) and the privacy notice (`/privacy`), which an administrator edits where they stand. */
export default function PolicyPage() {
  const name = nameAt(useLocation().pathname);
  return <PolicyOf key={name} name={name} />;
}

function PolicyOf({ name }: { name: PolicyName }) {
  const { t, i18n } = useTranslation('privacy');
  const { account } = useAccount();
  // The language that was shown when the editing began: the text belongs to it, whatever the reader switches to then.
  const [edited, setEdited] = useState<Locale | null>(null);
  const locale = edited ?? (i18n.language as Locale);
  const { data, error, refetch } = useQuery(policyQuery(name, locale));
  return (
    <div className={classes.page}>
      <PageHeader
        title={t(`policies.${name}`)}
        actions={
          data && account?.role === 'admin' && !edited ? (
            <Button variant="default" onClick={() => setEdited(locale)}>
              {t('policies.edit')}
            </Button>
          ) : null
        }
      />
      {data && !edited && <PolicyText policy={data} />}
      {data && edited && <PolicyForm policy={data} locale={edited} onDone={() => setEdited(null)} />}
      {!data &&
        (error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <LoadingBlocks heights={['4rem', '1.5rem', '6rem']} times={3} />
        ))}
    </div>
  );
}

/** A pasted text may have headings of a lower level, which are shown as those of the first. */
const heading = /^#{1,3} /;

/** Nothing of the text is read as HTML. */
function PolicyText({ policy: { text, locale } }: { policy: Policy }) {
  const blocks = text.split(/\n+/).filter((block) => block.trim() !== '');
  return (
    <Stack gap="sm" lang={locale}>
      {blocks.map((block, at) =>
        heading.test(block) ? (
          <Title key={at} order={2} size="h3" mt="md">
            {block.replace(heading, '')}
          </Title>
        ) : (
          <Text key={at}>{block}</Text>
        ),
      )}
    </Stack>
  );
}

/** `policy` is what the server has now: it changes while another administrator writes, and the form says so. */
function PolicyForm({ policy, locale, onDone }: { policy: Policy; locale: Locale; onDone: () => void }) {
  const { t } = useTranslation('privacy');
  const client = useQueryClient();
  const [asking, ask] = useDisclosure();
  const opened = useRef(policy.version);
  const form = useForm({
    initialValues: { text: policy.text },
    validate: { text: (text) => (text.trim() ? null : t('policies.empty')) },
  });
  const stale = () => client.invalidateQueries({ queryKey: ['privacy', 'policy'] });
  const change = useMutation({
    mutationFn: ({ text }: { text: string }) =>
      call(changePolicy, { params: { name: policy.name }, body: { locale, text, version: policy.version } }),
    async onSuccess() {
      await stale();
      toastSuccess(t('policies.saved'));
      onDone();
    },
    onError(error) {
      toastFailure(error, t('policies.notSaved'));
      void stale();
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack>
        {policy.version !== opened.current && !change.isPending && (
          <Alert role="alert" color="cup" title={t('policies.theirs')}>
            <PolicyText policy={policy} />
          </Alert>
        )}
        <Textarea
          label={t('policies.text', { language: locales.find(({ code }) => code === locale)?.name })}
          description={t('policies.hint')}
          autosize
          minRows={10}
          maxRows={30}
          maxLength={20_000}
          {...form.getInputProps('text')}
        />
        <div className={classes.acts}>
          <Button type="submit" loading={change.isPending}>
            {t('policies.save')}
          </Button>
          <Button variant="default" disabled={change.isPending} onClick={form.isDirty() ? ask.open : onDone}>
            {t('policies.cancel')}
          </Button>
        </div>
      </Stack>
      <AskBeforeLeaving active={form.isDirty()} />
      <ConfirmDialog
        opened={asking}
        title={t('policies.discard.title')}
        text={t('policies.discard.text')}
        confirmLabel={t('policies.discard.confirm')}
        dismissLabel={t('policies.discard.dismiss')}
        danger
        onConfirm={onDone}
        onClose={ask.close}
      />
    </form>
  );
}
