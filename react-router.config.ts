import type { Config } from '@react-router/dev/config';

/** The browser half: an application without a server of its own, except that `/` is written out ahead as a page. */
export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: false,
  prerender: ['/'],
} satisfies Config;
