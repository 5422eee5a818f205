import { readFileSync } from 'node:fs';

/**
 * The image's HEALTHCHECK: exits with 0 while the container does its work, with 1 and the reason otherwise. What answers
 * requests is asked by `/readyz`, as is whatever has METRICS_PORT; what else answers none (`worker`, `migrate`, ROLES
 * without http) works as long as it runs.
 */

const { HOST, METRICS_PORT, PORT, ROLES } = process.env;

function answersRequests(): boolean {
  const command = readFileSync('/proc/1/cmdline', 'latin1').split('\0');
  return !command.includes('worker') && !command.includes('migrate') && (!ROLES || ROLES.split(',').includes('http'));
}

const everywhere = !HOST || HOST === '0.0.0.0' || HOST === '::';
const host = everywhere ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;

const port = METRICS_PORT || PORT || 3000;

if (METRICS_PORT || answersRequests()) {
  try {
    const answer = await fetch(`http://${host}:${port}/readyz`);
    process.stdout.write(`${await answer.text()}\n`);
    process.exitCode = answer.ok ? 0 : 1;
  } catch (error) {
    process.stdout.write(`${(error as Error).cause ?? error}\n`);
    process.exitCode = 1;
  }
}
