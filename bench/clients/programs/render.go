// Renders one PDF with the client of openapi-generator (go).
package main

import (
	"context"
	"io"
	"net/http"
	"os"

	colophon "example.com/colophon/client"
)

type pdfPlease struct{}

func (pdfPlease) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("Accept", "application/pdf")
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	configuration := colophon.NewConfiguration()
	configuration.Servers = colophon.ServerConfigurations{{URL: os.Getenv("SERVICE_URL")}}
	configuration.HTTPClient = &http.Client{Transport: pdfPlease{}}
	ctx := context.WithValue(context.Background(), colophon.ContextAccessToken, os.Getenv("SERVICE_KEY"))
	operation := colophon.AddTextAsRenderOperation(colophon.NewAddText("add_text", "Hello"))
	body := colophon.NewRenderRequest([]colophon.RenderOperation{operation})
	pdf, _, err := colophon.NewAPIClient(configuration).CoreAPI.Render(ctx).RenderRequest(*body).Execute()
	if err != nil {
		panic(err)
	}
	output, err := os.Create(os.Getenv("OUTPUT"))
	if err != nil {
		panic(err)
	}
	if _, err := io.Copy(output, pdf); err != nil {
		panic(err)
	}
}
