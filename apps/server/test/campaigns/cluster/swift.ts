import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { until } from '../../harness.ts';
import { type Closing, startWhole } from '../faults/support.ts';
import { ownerOf, type Started, signalAll, startIn } from './nodes.ts';
import { freePorts } from './ports.ts';

const KINDS = ['account', 'container', 'object'] as const;
const NODES = [1, 2, 3] as const;
const READY_MS = 120_000;
const BUCKET = 'rubrica';
/** The user that its servers run as, who has to be named. */
const USER = process.getuid?.() === 0 ? 'postgres' : userInfo().username;
/** As tempauth names them: account and user, and its key. */
const ACCESS = { id: 'rubrica:servico', secret: 'segredo' };

/** Debian's packages of Swift that are not installed here. */
export const missingSwift = (): string[] =>
  ['proxy', ...KINDS].filter((kind) => !existsSync(`/usr/bin/swift-${kind}-server`)).map((kind) => `swift-${kind}`);

/** An S3 of three nodes, each with a server of accounts, of containers and of objects, behind one proxy. */
export interface Swift {
  readonly endpoint: string;
  readonly access: typeof ACCESS;
  readonly bucket: string;
  /** A signal to the object server of one of three nodes. */
  signal(node: 0 | 1 | 2, signal: NodeJS.Signals): void;
  restart(node: 0 | 1 | 2): Promise<void>;
  stop(): Promise<void>;
}

export const startSwift = (): Promise<Swift> => startWhole(start);

async function start(closing: Closing): Promise<Swift> {
  const root = await mkdtemp(join(tmpdir(), 'rubrica-swift-'));
  closing.push(() => rm(root, { recursive: true, force: true }));
  const owner = await ownerOf();
  await chown(root, owner.uid, owner.gid);
  const [proxy = 0, ...ports] = await freePorts(1 + KINDS.length * NODES.length);
  const portOf = (kind: number, node: number) => ports[kind * NODES.length + node - 1] ?? 0;
  await writeFile(join(root, 'swift.conf'), '[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n');
  buildRings(root, Object.fromEntries(KINDS.map((kind, i) => [kind, NODES.map((node) => portOf(i, node))])));

  const launch = async (kind: string, name: string, text: string): Promise<Started> => {
    const file = join(root, `${name}.conf`);
    await writeFile(file, text);
    const started = await startIn(join(root, name), owner, [`/usr/bin/swift-${kind}-server`, file, '-v']);
    closing.push(async () => end(started));
    return started;
  };
  const objects: Started[] = [];
  const startObject = (node: number) =>
    launch('object', `object${node}`, serverOf(root, 'object', node, portOf(2, node)));
  for (const node of NODES) {
    const disk = join(root, `disk${node}`);
    await mkdir(join(disk, 'd'), { recursive: true });
    for (const one of [disk, join(disk, 'd')]) await chown(one, owner.uid, owner.gid);
    await launch('account', `account${node}`, serverOf(root, 'account', node, portOf(0, node)));
    await launch('container', `container${node}`, serverOf(root, 'container', node, portOf(1, node)));
    objects.push(await startObject(node));
  }
  await launch('proxy', 'proxy', proxyOf(root, proxy));
  for (const port of [proxy, ...ports]) await until(() => answers(port), READY_MS);
  const endpoint = `http://127.0.0.1:${proxy}`;
  await until(() => createBucket(endpoint), READY_MS);
  return {
    endpoint,
    access: ACCESS,
    bucket: BUCKET,
    signal: (node, signal) => signalAll([objects[node]?.child.pid as number], signal),
    async restart(node) {
      objects[node] = await startObject(node + 1);
      await until(() => answers(portOf(2, node + 1)), READY_MS);
    },
    stop: () => closing.end(),
  };
}

/** A proxy that has just started may not know its servers yet. */
async function createBucket(endpoint: string): Promise<boolean> {
  const credentials = { accessKeyId: ACCESS.id, secretAccessKey: ACCESS.secret };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true, maxAttempts: 1 });
  try {
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
}

/** What swift-ring-builder does with nine calls. */
const RINGS = `
import json, sys
from swift.common.ring import RingBuilder
root, kinds = sys.argv[1], json.loads(sys.argv[2])
for kind, ports in kinds.items():
    builder = RingBuilder(6, 3, 1)
    for zone, port in enumerate(ports, 1):
        place = {'ip': '127.0.0.1', 'replication_ip': '127.0.0.1', 'port': port, 'replication_port': port}
        builder.add_dev({'region': 1, 'zone': zone, 'device': 'd', 'weight': 1, 'meta': '', **place})
    builder.rebalance()
    builder.get_ring().save(root + '/' + kind + '.ring.gz')
`;

function buildRings(root: string, ports: Record<string, readonly number[]>): void {
  const args = ['-c', RINGS, root, JSON.stringify(ports)];
  const { status, stderr } = spawnSync('/usr/bin/python3', args, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(`the rings: ${stderr}`);
}

const serverOf = (root: string, kind: string, node: number, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${root}
devices = ${join(root, `disk${node}`)}
mount_check = false
workers = 0
recon_cache_path = ${join(root, `disk${node}`)}
user = ${USER}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const proxyOf = (root: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${root}
workers = 0
user = ${USER}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 3
conn_timeout = 0.5
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
auth_pipeline_check = true
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS.id.replace(':', '_')} = ${ACCESS.secret} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

async function end({ child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
}
