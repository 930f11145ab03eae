// Fetched by late-dialog.tsx.
export { Drawer, Modal } from '@mantine/core';
