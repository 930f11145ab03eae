import { Alert, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCertificate, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { languageName } from '#shared/language-name.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { BrushStroke } from '#web/ui/brand/brush-stroke.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { KeyFigures } from '#web/ui/figures/key-figures.tsx';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { WaysOut } from '#web/ui/ways-out.tsx';
import { certificateDay, groupedCode } from '../rules.ts';
import { certificateQuery } from './queries.ts';
import styles from './store.module.css';

export const meta = () => {
  return [
    ...pageMeta(i18n.t('certificate.title', { ns: 'store' })),
    // A visitor needs the code; search engines must not list the page.
    { name: 'robots', content: 'noindex' },
  ];
};

/** The public page of a level certificate; its owner downloads the PDF here. */
export default function CertificatePage() {
  const { t, i18n } = useTranslation(['store', 'shell']);
  const { code = '' } = useParams();
  const { data, error, refetch } = useQuery(certificateQuery(code));
  if (!data) {
    if (isRefusal(error, commonRefusals.notFound.code)) {
      return (
        <EmptyState
          titleOrder={1}
          mood="surprised"
          title={t('certificate.unknown')}
          text={t('certificate.unknownText', { code: groupedCode(code.slice(0, 40)) })}
          action={<WaysOut />}
        />
      );
    }
    return (
      <div>
        <PageHeader title={t('certificate.title')} accent="cup" />
        {error ? (
          <ErrorState error={error} title={t('certificate.failed')} onRetry={refetch} />
        ) : (
          <CertificateLoading />
        )}
      </div>
    );
  }
  return (
    // The layout sets the margins of a page's outermost element.
    <div>
      <Card component="article" padding="xl" className={styles.paper}>
        <Stack gap="lg">
          <Alert color="green" icon={<IconCertificate aria-hidden />} title={t('certificate.valid')}>
            {t('certificate.validText')}
          </Alert>
          <div className={styles.paperHead}>
            <div>
              <Text c="dimmed">{t('certificate.title')}</Text>
              <Title order={1} className={styles.paperName}>
                {data.shownName}
              </Title>
              <BrushStroke accent="cup" />
              <Group gap="xs" mt="md">
                <LanguageFlag language={data.language} />
                <Text size="xl" fw={700}>
                  {languageName(data.language, i18n.language)} · {t(`levels.${data.level}`)}
                </Text>
              </Group>
            </div>
            <InkDrop mood="proud" size="lg" />
          </div>
          <KeyFigures
            figures={[
              { label: t('certificate.date'), figure: certificateDay(data.issuedAt, i18n.language) },
              { label: t('certificate.vouchedBy'), figure: data.issuedBy },
              { label: t('certificate.code'), figure: groupedCode(data.code) },
            ]}
          />
          {data.own && (
            <Group>
              <Button
                component="a"
                href={`/api/store/certificates/${data.code}/pdf?locale=${i18n.language}`}
                download
                leftSection={<IconDownload size="1.25rem" aria-hidden />}
              >
                {t('certificate.download')}
              </Button>
            </Group>
          )}
        </Stack>
      </Card>
    </div>
  );
}

/** In the shape of a certificate. */
function CertificateLoading() {
  return (
    <Card padding="xl" className={styles.paper}>
      <Loading gap="lg">
        <Skeleton h="3.5rem" radius="md" />
        <Skeleton h="2.5rem" w="70%" />
        <Skeleton h="1.5rem" w="45%" />
        <Skeleton h="3rem" w="85%" />
      </Loading>
    </Card>
  );
}
