import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Tenant } from '../domain/tenant.ts';
import { AWS_CALL_TIMEOUTS } from '../platform/aws-calls.ts';
import type { DocumentFiles } from './index.ts';

const keyOf = ({ accountId, mode }: Tenant, file: string): string => `${accountId}/${mode}/${file}`;

const contentTypeOf = (file: string): string => (file.endsWith('.xml') ? 'application/xml' : 'application/pdf');

const alreadyExists = (error: unknown): boolean => error instanceof S3ServiceException && error.name === 'PreconditionFailed';

/** Document files on Amazon S3. `has` lists the bucket, so that it needs no permission to read objects. `put` keeps an existing file. */
export const awsDocumentFiles = (
  bucket: string,
  client: S3Client = new S3Client({ requestHandler: AWS_CALL_TIMEOUTS }),
): DocumentFiles => ({
  get: async (tenant, file) => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(tenant, file) }));
      return (await Body?.transformToByteArray()) ?? null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  },
  has: async (tenant, file) => {
    const key = keyOf(tenant, file);
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key, MaxKeys: 1 }));
    return Contents.some(({ Key }) => Key === key);
  },
  put: async (tenant, file, content) => {
    const object = { Bucket: bucket, Key: keyOf(tenant, file), Body: content, ContentType: contentTypeOf(file), IfNoneMatch: '*' };
    try {
      await client.send(new PutObjectCommand(object));
    } catch (error) {
      if (!alreadyExists(error)) throw error;
    }
  },
});
