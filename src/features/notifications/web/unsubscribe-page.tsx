import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AuthFrame } from '#features/accounts/web/enter/auth-frame.tsx';
import { FormError } from '#features/accounts/web/enter/form-error.tsx';
import { useLinkToken } from '#features/accounts/web/enter/link-token.ts';
import { call } from '#web/api/call.ts';
import { mayPass } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { enumerate } from '#web/i18n/enumerate.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { pageMeta } from '#web/page-meta.ts';
import { stopLetters } from '../contract.ts';
import { namesGuardian, topicsNamed } from '../rules.ts';

export const meta = () => pageMeta(i18n.t('unsubscribe.title', { ns: 'notifications' }));

/**
 * Where a letter's link leads that stops such letters: one button, for visitors too. Looking changes nothing. The
 * guardian of a kid has neither a bell nor choices.
 */
export default function UnsubscribePage() {
  const { t } = useTranslation('notifications');
  const token = useLinkToken() ?? '';
  const stop = useMutation({ mutationFn: () => call(stopLetters, { params: { token } }) });
  const named = token.split('.')[1] ?? '';
  const topics = topicsNamed(named).map((topic) => t(`choices.topics.${topic}.title`));
  const isGuardian = namesGuardian(named);
  const choose = !isGuardian && (
    <Group justify="center">
      <Button component={Link} to="/notifications/choices" variant="default">
        {t('unsubscribe.choose')}
      </Button>
    </Group>
  );
  if (stop.isSuccess) {
    const text = t(isGuardian ? 'unsubscribe.guardianDone' : 'unsubscribe.doneText');
    return <AuthFrame title={t('unsubscribe.done')} text={text} mood="proud" below={choose} />;
  }
  const refusal = mayPass(stop.error) ? null : stop.error;
  if (refusal || topics.length === 0) {
    const text = refusal ? refusalText(refusal) : t('refusals.notifications.unsubscribe-invalid');
    return <AuthFrame title={t('unsubscribe.failed')} text={text} mood="surprised" below={choose} />;
  }
  const text = t(isGuardian ? 'unsubscribe.guardianText' : 'unsubscribe.text', {
    topics: enumerate(topics, i18n.language),
  });
  return (
    <AuthFrame title={t('unsubscribe.title')} text={text} below={choose}>
      <Stack>
        <FormError error={stop.error && refusalText(stop.error)} />
        <Button fullWidth loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('unsubscribe.button')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
