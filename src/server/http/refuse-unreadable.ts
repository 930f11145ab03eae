import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** How long a client may go on sending before its connection is closed. */
const lingerMs = 1000;

/**
 * Answers a request that Node cannot read: one with an address that is too long, say. Node by itself closes the
 * connection right after its answer. What the client has sent and nothing has read makes that close a reset, and a
 * reset can take the answer out of the client's hands. So the connection lingers, and its parser reads and refuses what
 * still comes.
 */
export function refuseUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error);
      return;
    }
    socket.end(`HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
}
