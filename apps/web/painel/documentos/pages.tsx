import { Text, Title } from '@mantine/core';
import type { Campo, Documento, Signatario } from '@rubrica/contract';
import type { PageGeometry } from '@rubrica/pdf/layout';
import { useMemo, useState } from 'react';
import { groupBy } from '../../kit/list.ts';
import { boxOf } from '../../kit/pdf/place.ts';
import { Icon } from '../parts/icon.tsx';
import { PagePicture } from '../parts/page-picture.tsx';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import styles from './pages.module.css';
import { nameOf } from './state.ts';

const NO_FIELDS: readonly Campo[] = [];
/** Of A4, until a picture tells the page's own. */
const USUAL = { width: 595, height: 842 };

/**
 * Every page with the fields over it and whose they are; of a signed document, what everybody left in them is part of the
 * picture. What is here to be seen is said in words below.
 */
export function Pages({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { campos, paginas, signatarios, status } = documento;
  const people = useMemo(() => new Map(signatarios.map((one) => [one.id, one])), [signatarios]);
  const byPage = useMemo(() => groupBy(campos, ({ pagina }) => pagina), [campos]);
  const bare = status === 'ASSINADO';
  return (
    <section aria-labelledby="pages">
      <Title order={2} size="h4" id="pages" mb="xs">
        {t.campos.pages}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {bare ? t.campos.signedPages : t.campos.openPages}
      </Text>
      <ol className={styles.pages}>
        {Array.from({ length: paginas }, (_, index) => index + 1).map((page) => (
          <li key={page}>
            <Page
              documento={documento}
              page={page}
              fields={bare ? NO_FIELDS : (byPage.get(page) ?? NO_FIELDS)}
              people={people}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Page(props: {
  readonly documento: Documento;
  readonly page: number;
  readonly fields: readonly Campo[];
  readonly people: ReadonlyMap<string, Signatario>;
}) {
  const t = useDocumentos();
  const { documento, page, fields } = props;
  const [size, setSize] = useState(USUAL);
  const [failed, setFailed] = useState(false);
  // The picture is cropped and turned already.
  const geometry: PageGeometry = { ...size, box: [0, 0, size.width, size.height], rotation: 0, userUnit: 1 };
  return (
    <figure className={styles.page}>
      <div className={styles.sheet} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        <PagePicture
          of={`/documentos/${documento.id}`}
          page={page}
          width={1280}
          changed={documento.atualizadoEm}
          // Its caption says which it is.
          label=""
          className={styles.picture}
          onSize={(width, height) => setSize({ width, height })}
          onFailure={() => setFailed(true)}
        />
        {fields.map((field) => {
          const box = boxOf(field, geometry, 1);
          return (
            <FieldMark
              key={field.id}
              field={field}
              holder={field.signatarioId ? props.people.get(field.signatarioId) : undefined}
              style={{
                left: `${(100 * box.x) / size.width}%`,
                top: `${(100 * box.y) / size.height}%`,
                width: `${(100 * box.width) / size.width}%`,
                height: `${(100 * box.height) / size.height}%`,
              }}
            />
          );
        })}
      </div>
      <figcaption>
        {t.campos.page(page, documento.paginas)}
        {failed && ` · ${t.campos.noPicture}`}
      </figcaption>
    </figure>
  );
}

/** A field over its page, for the eye alone: the table says the same in words. */
function FieldMark(props: {
  readonly field: Campo;
  readonly holder: Signatario | undefined;
  readonly style: React.CSSProperties;
}) {
  const t = useDocumentos();
  const words = useWords();
  const { field, holder } = props;
  const done = holder?.status === 'ASSINADO';
  const whose = holder ? nameOf(holder, t.signatario.noName) : t.campos.remetente;
  const what = field.rotulo || (words.campo[field.tipo] ?? field.tipo);
  return (
    <span className={styles.field} style={props.style} data-done={done} title={`${what}: ${whose}`} aria-hidden="true">
      <span className={styles.label} dir="auto">
        {done && <Icon name="tick" size={12} />}
        {whose}
      </span>
    </span>
  );
}
