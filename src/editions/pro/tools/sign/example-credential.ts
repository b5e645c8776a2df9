/**
 * A certificate and its private key, only for the examples of the reference. Both are public, and no reader trusts
 * them. Valid from 2020 until 2120.
 */
export const exampleCertificate = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBizCCATGgAwIBAgICA+kwCgYIKoZIzj0EAwIwRDEmMCQGA1UEAwwdRXhhbXBs',
  'ZSBTaWduZXIgKG5vdCBhIHNlY3JldCkxGjAYBgNVBAoMEUNvbG9waG9uIGV4YW1w',
  'bGVzMCIYDzIwMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMEQxJjAkBgNV',
  'BAMMHUV4YW1wbGUgU2lnbmVyIChub3QgYSBzZWNyZXQpMRowGAYDVQQKDBFDb2xv',
  'cGhvbiBleGFtcGxlczBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHdxzzdImTrE',
  'NjzKDM0WbzRFyvFfekYypJhGNJgUzfeAtQcTPh6/EFJt1p4DBW9PEZ3/jl9BcB5n',
  'AxrqUfqGWD+jDzANMAsGA1UdDwQEAwIGwDAKBggqhkjOPQQDAgNIADBFAiAQVaKz',
  'gbZUY0OdOnRI15GKaK1VIzGSuLnAtkQxgWn4fgIhALq7eKCxVDP2aC8p6EJq1p+Q',
  't536OqR6lUFC/GnD6rnY',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

/** The private key of this certificate (P-256) as PEM, PKCS#8. */
export const exampleKey = [
  '-----BEGIN PRIVATE KEY-----',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0riMN0Y8PoL1UgiU',
  'JGsmzYqCa1UM+UMboVZKjinS16+hRANCAAR3cc83SJk6xDY8ygzNFm80RcrxX3pG',
  'MqSYRjSYFM33gLUHEz4evxBSbdaeAwVvTxGd/45fQXAeZwMa6lH6hlg/',
  '-----END PRIVATE KEY-----',
  '',
].join('\n');
