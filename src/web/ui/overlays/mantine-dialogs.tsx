// Fetched by lazy-dialog.tsx.
export { Drawer, Modal } from '@mantine/core';
