#!/usr/bin/env node
/**
 * `exec` for cmd.exe, which has none. Scripts of package.json that stay say `exec node …`: a POSIX shell then puts node in
 * its own place, so that signals to npm reach it. As a command of a workspace this file is in node_modules/.bin, where
 * cmd.exe finds it; in a POSIX shell the builtin comes first.
 */
const { spawn } = require('node:child_process');

const [command, ...args] = process.argv.slice(2);
const child = spawn(command === 'node' ? process.execPath : command, args, { stdio: 'inherit' });
// Windows tells every process of a console. This one stays until the other has ended.
for (const signal of ['SIGINT', 'SIGBREAK', 'SIGHUP']) process.on(signal, () => {});
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code) => process.exit(code ?? 1));
