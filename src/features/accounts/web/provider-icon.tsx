import { IconBrandApple, IconBrandGoogle, IconBrandWindows, IconKey } from '@tabler/icons-react';
import type { ProviderId } from '../rules.ts';

const icons = {
  google: IconBrandGoogle,
  microsoft: IconBrandWindows,
  apple: IconBrandApple,
  oidc: IconKey,
} satisfies Record<ProviderId, unknown>;

export function ProviderIcon({ id }: { id: ProviderId }) {
  const Icon = icons[id];
  return <Icon size="1.25rem" aria-hidden />;
}
