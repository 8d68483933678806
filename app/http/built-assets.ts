import { readdirSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler } from 'express';

/**
 * Serves the scripts and styles of a build. Their names carry a hash, so they are kept for ever; whoever takes
 * brotli gets what the build has compressed beside them.
 * @param folder relative to the working folder, or absolute; a build that is not there yet serves nothing
 */
export function builtAssets(folder: string): RequestHandler {
  const compressed = new Set(readNames(folder).filter((name) => name.endsWith('.br')));
  const files = express.static(folder, {
    immutable: true,
    maxAge: '1y',
    index: false,
    setHeaders(res, file) {
      if (!compressed.has(path.basename(file))) return;
      res.type(path.extname(file.slice(0, -'.br'.length)));
      res.setHeader('content-encoding', 'br');
    },
  });
  return (req, res, next) => {
    if (compressed.has(`${req.path.slice(1)}.br`)) {
      res.vary('accept-encoding');
      if (req.acceptsEncodings('br') === 'br') req.url = `${req.path}.br`;
    }
    files(req, res, next);
  };
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
