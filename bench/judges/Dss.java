import eu.europa.esig.dss.diagnostic.DiagnosticData;
import eu.europa.esig.dss.diagnostic.SignatureWrapper;
import eu.europa.esig.dss.jaxb.object.Message;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import eu.europa.esig.dss.validation.reports.Reports;
import java.io.File;
import java.util.Collection;
import java.util.stream.Collectors;

/** What EU DSS says of signatures: `java -cp ... Dss.java ROOTS FILE...`, a line a signature, its columns parted by tabs. */
public class Dss {
  public static void main(String[] arguments) {
    CommonTrustedCertificateSource roots = new CommonTrustedCertificateSource();
    for (String root : arguments[0].split(",")) roots.addCertificate(DSSUtils.loadCertificate(new File(root)));
    for (int index = 1; index < arguments.length; index += 1) {
      try {
        judge(arguments[index], roots);
      } catch (Throwable error) {
        System.out.println(arguments[index] + "\t\tEXCEPTION\t" + error + "\t\t0");
      }
    }
  }

  private static void judge(String path, CommonTrustedCertificateSource roots) {
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(roots);
    verifier.setRevocationFallback(false);
    SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(new FileDocument(path));
    validator.setCertificateVerifier(verifier);
    Reports reports = validator.validateDocument();
    SimpleReport report = reports.getSimpleReport();
    DiagnosticData data = reports.getDiagnosticData();
    if (report.getSignatureIdList().isEmpty()) System.out.println(path + "\t\tNO SIGNATURE\t\t\t0");
    for (String id : report.getSignatureIdList()) {
      SignatureWrapper signature = data.getSignatureById(id);
      System.out.println(String.join("\t", path, String.valueOf(report.getSignatureFormat(id)), String.valueOf(report.getIndication(id)),
        words(report.getAdESValidationErrors(id)), words(report.getAdESValidationWarnings(id)), String.valueOf(signature.getPdfUndefinedChanges().size())));
    }
  }

  private static String words(Collection<Message> messages) {
    return messages.stream().map(Message::getValue).collect(Collectors.joining("; "));
  }
}
