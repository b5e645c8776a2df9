// Renders an invoice, reads its text, and shows what a wrong request answers. Go 1.21 or newer, no modules.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Problem is an answer that is no success: Type is stable, Errors has the place of each mistake.
type Problem struct {
	Type   string
	Status int
	Detail string
	Errors []struct{ Pointer, Message string }
}

func (problem *Problem) Error() string { return problem.Detail }

// post sends a request. It is repeated where that is safe and useful: the key of idempotency makes it one request.
func post(path, contentType string, body []byte, accept string) (http.Header, []byte, error) {
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		return nil, nil, err
	}
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequest("POST", os.Getenv("COLOPHON_URL")+"/api/v1/"+path, bytes.NewReader(body))
		if err != nil {
			return nil, nil, err
		}
		request.Header.Set("Authorization", "Bearer "+os.Getenv("COLOPHON_KEY"))
		request.Header.Set("Content-Type", contentType)
		request.Header.Set("Accept", accept)
		request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", id))
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil, nil, err
		}
		content, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode == http.StatusOK {
			return answer.Header, content, err
		}
		busy := answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode == http.StatusServiceUnavailable
		if !busy || attempt == 4 {
			problem := &Problem{}
			if err := json.Unmarshal(content, problem); err != nil {
				return nil, nil, err
			}
			return nil, nil, problem
		}
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		time.Sleep(time.Duration(max(seconds, 1)) * time.Second)
	}
}

type object = map[string]any

func marshal(value any) []byte {
	content, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	return content
}

func main() {
	price := object{"header": "Price", "key": "price", "format": "currency:EUR", "footer": "sum"}
	request := object{
		"document": object{"title": "Invoice 2026-117", "lang": "en"},
		"operations": []object{
			{"op": "add_heading", "text": "Invoice 2026-117"},
			{"op": "add_table", "columns": []any{"Item", price}, "rows": [][]any{{"Bolt", 4.5}, {"Nut", 3}}},
		},
	}
	header, pdf, err := post("render", "application/json", marshal(request), "application/pdf")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("invoice.pdf", pdf, 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Println("pages:", header.Get("Document-Pages"))

	_, text, err := post("extract-text", "application/pdf", pdf, "text/plain")
	if err != nil {
		log.Fatal(err)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	fmt.Println("text:", first)

	wrong := object{"operations": []object{{"op": "add_text", "txet": "Hello"}}}
	_, _, err = post("render", "application/json", marshal(wrong), "application/pdf")
	var problem *Problem
	if !errors.As(err, &problem) {
		log.Fatal(err)
	}
	for _, mistake := range problem.Errors {
		fmt.Println("mistake:", mistake.Pointer, mistake.Message)
	}
}
