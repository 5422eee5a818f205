import { Badge, Button, Code, FileButton, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import type { Certificado, Documento, VersaoArquivo } from '@rubrica/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allItems } from '../api/all-pages.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useSpeech } from '../texts/area.ts';
import { useDocumentos } from '../texts/documentos.ts';
import detailsStyles from './details.module.css';
import { useDownload } from './download.ts';
import styles from './files.module.css';
import { ProofButton } from './proof.tsx';
import { useChanged } from './queries.ts';

/** The versions of the file, the certificate, and what can be downloaded. */
export function Files({ documento }: { readonly documento: Documento }) {
  return (
    <Stack>
      <OfCertificate documento={documento} />
      <Versions documento={documento} />
    </Stack>
  );
}

const MEGABYTE = 1024 * 1024;

function Versions({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { client } = usePanel();
  const { mayIn } = useIsAllowed();
  const versions = useQuery({
    queryKey: ['documento', documento.id, 'versoes'],
    queryFn: () =>
      allItems((input: { query: { limite: number } }) =>
        client.listarVersoes({ params: { documentoId: documento.id }, ...input }),
      ),
  });
  const newest = Math.max(0, ...(versions.data ?? []).map(({ numero }) => numero));
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="versions">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id="versions">
            {t.arquivos.versoes}
          </Title>
          {documento.status === 'RASCUNHO' && mayIn('criarVersao', documento) && <NewVersion documento={documento} />}
        </Group>
        {versions.error && <Failure erro={versions.error} repeat={() => void versions.refetch()} />}
        {versions.isPending && <Loading />}
        <ul className={`plain-list ${styles.rows}`}>
          {versions.data?.map((one) => (
            <li key={one.numero}>
              <Version documento={documento} one={one} current={one.numero === newest} />
            </li>
          ))}
        </ul>
      </Stack>
    </Paper>
  );
}

function Version(props: { readonly documento: Documento; readonly one: VersaoArquivo; readonly current: boolean }) {
  const t = useDocumentos();
  const { language } = useSpeech();
  const baixar = useDownload();
  const { one } = props;
  const size = (one.tamanhoBytes / MEGABYTE).toLocaleString(language, { maximumFractionDigits: 2 });
  return (
    <Group justify="space-between" align="flex-start" py="xs">
      <div className="grow">
        <Group gap="xs">
          <Text fw={600}>{t.arquivos.versao(one.numero)}</Text>
          {props.current && (
            <Badge variant="light" tt="none">
              {t.arquivos.atual}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" component="div" dir="auto">
          <Moment when={one.enviadoEm} /> {t.arquivos.by(one.enviadoPor)} · {t.arquivos.size(size)}
        </Text>
        <Hash rotulo={t.arquivos.hash} valor={one.hash} />
      </div>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="download" size={14} />}
        aria-label={t.arquivos.downloadVersion(one.numero)}
        onClick={() => void baixar(props.documento.id, 'ORIGINAL', one.numero)}
      >
        {t.pagina.actions.baixar}
      </Button>
    </Group>
  );
}

function NewVersion({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const panel = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) =>
      panel.uploading(setShare).criarVersao({
        params: { documentoId: documento.id },
        arquivo: file,
        nomeArquivo: file.name,
      }),
    onSuccess: () => {
      hasChanged.de(documento.id);
      notices.done(t.arquivos.newMade);
    },
    onError: (error) => notices.erro(error),
  });
  if (upload.isPending) return <Progress w={160} value={share * 100} aria-label={t.arquivos.fresh} />;
  return (
    <FileButton accept="application/pdf,.pdf" onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <Button size="xs" variant="default" leftSection={<Icon name="goUp" size={14} />} {...props}>
          {t.arquivos.fresh}
        </Button>
      )}
    </FileButton>
  );
}

function OfCertificate({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { client } = usePanel();
  const { mayIn } = useIsAllowed();
  const notices = useNotices();
  const hasChanged = useChanged();
  const baixar = useDownload();
  const params = { documentoId: documento.id };
  const signed = documento.status === 'ASSINADO';
  const certificate = useQuery({
    queryKey: ['documento', documento.id, 'certificado'],
    enabled: signed,
    queryFn: () => client.obterCertificado({ params }),
  });
  const reissue = useMutation({
    mutationFn: () => client.reemitirCertificado({ params }),
    onSuccess: () => {
      hasChanged.de(documento.id);
      notices.done(t.arquivos.reissued);
    },
    onError: (error) => notices.erro(error),
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="certificado">
      <Stack gap="sm">
        <Title order={2} size="h4" id="certificado">
          {t.arquivos.certificado}
        </Title>
        {!signed && (
          <Text size="sm" c="dimmed">
            {t.arquivos.noCertificate}
          </Text>
        )}
        {certificate.error && <Failure erro={certificate.error} repeat={() => void certificate.refetch()} />}
        {signed && certificate.isPending && <Loading />}
        {certificate.data && <CertificateFacts certificado={certificate.data} />}
        {signed && (
          <Group gap="xs">
            {(['ASSINADO', 'CERTIFICADO', 'ORIGINAL'] as const).map((tipo) => (
              <Button
                key={tipo}
                size="xs"
                variant="default"
                leftSection={<Icon name="download" size={14} />}
                onClick={() => void baixar(documento.id, tipo)}
              >
                {t.pagina.baixar[tipo]}
              </Button>
            ))}
            <ProofButton documento={documento} />
            {mayIn('reemitirCertificado', documento) && (
              <Button size="xs" variant="subtle" loading={reissue.isPending} onClick={() => reissue.mutate()}>
                {t.arquivos.reissue}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function CertificateFacts({ certificado }: { readonly certificado: Certificado }) {
  const t = useDocumentos();
  const { hashes, selo } = certificado.conteudo;
  return (
    <dl className={detailsStyles.details}>
      <div>
        <dt>{t.arquivos.codigo}</dt>
        <dd>
          {certificado.codigo} ({t.arquivos.versaoCertificado(certificado.versao)})
        </dd>
      </div>
      <div>
        <dt>{t.arquivos.issued}</dt>
        <dd>
          <Moment when={certificado.emitidoEm} />
        </dd>
      </div>
      {selo && (
        <div>
          <dt>{t.arquivos.selo}</dt>
          <dd>{selo.titular}</dd>
        </div>
      )}
      {(
        [
          [t.arquivos.hashOriginal, hashes.original],
          [t.arquivos.hashAssinado, hashes.assinado],
          [t.arquivos.packageHash, certificado.hashConteudo],
        ] as const
      ).map(([name, hash]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Code className="break-anywhere">{hash}</Code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Hash({ rotulo, valor }: { readonly rotulo: string; readonly valor: string }) {
  return (
    <Text size="xs" c="dimmed" component="div">
      {rotulo}: <Code className="break-anywhere">{valor}</Code>
    </Text>
  );
}
